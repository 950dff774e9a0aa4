"""The composition root: builds every object of a running Carrel and passes it in."""

from dataclasses import dataclass, replace
from pathlib import Path

from desktop.config.paths import AppPaths, app_paths
from desktop.config.run_folder import RunFolder
from desktop.config.settings import SettingsFile
from desktop.config.volumes import is_network, sync_client
from desktop.domain.errors import UserError
from desktop.ingest.reader_pool import ReaderPool
from desktop.llm.catalog import Catalog
from desktop.services.ask import AskService
from desktop.services.bundle import Services
from desktop.services.calibrating import CalibrationService
from desktop.services.care import CareService
from desktop.services.devices import DeviceService
from desktop.services.doctor import DoctorService
from desktop.services.evaluation import EvaluationService
from desktop.services.evaluation_host import EvaluationHost
from desktop.services.examples import ExampleService
from desktop.services.history import HistoryService
from desktop.services.indexing import IndexingService
from desktop.services.library import LibraryService
from desktop.services.model_host import ModelHost
from desktop.services.models import ModelService
from desktop.services.modes import ModeService
from desktop.services.notices import Notices
from desktop.services.pages import PageService
from desktop.services.passwords import Passwords
from desktop.services.profiles import ProfileService
from desktop.services.search import SearchService
from desktop.services.summary_writing import SummaryWriter
from desktop.services.tuning import TuningService
from desktop.services.watching import WatchService
from desktop.store.library_file import LibraryFile


@dataclass(frozen=True, slots=True)
class App:
    """A running Carrel without a window. `close` ends its processes and closes the library."""

    paths: AppPaths
    settings: SettingsFile
    library: LibraryFile
    readers: ReaderPool
    host: ModelHost
    notices: Notices
    services: Services
    run_folder: RunFolder

    def close(self) -> None:
        """End the reader and model processes and close the library file."""
        self.readers.close()
        self.host.close()
        self.library.close()
        self.run_folder.close()


def build(data: Path | None = None, library: Path | None = None, models: Path | None = None) -> App:
    """Open the library and build everything on it. Raises UserError when the library cannot be opened."""
    paths = app_paths(data)
    if models is not None:
        paths = replace(paths, models=models)
    _make_folders(paths, library or paths.library)
    settings = SettingsFile(paths.settings)
    notices = Notices()
    host = ModelHost(Catalog(paths.resource("models.toml"), paths.models), settings, notices.publish)

    def evaluation_host(embedder_id: str, chat_id: str) -> ModelHost:
        return EvaluationHost(
            host.catalog,
            settings,
            notices.publish,
            cache=paths.embeddings,
            embedder_id=embedder_id,
            chat_id=chat_id,
        )

    place = library or paths.library
    remote = is_network(place.parent)
    library_file = LibraryFile(place, remote=remote)
    run_folder = RunFolder(paths.temporary)
    readers = ReaderPool(run_folder.path, recognise=lambda: settings.current.recognise_text)
    passwords = Passwords()
    search = SearchService(library_file, host, paths)
    services = Services(
        library=LibraryService(library_file, host, passwords),
        indexing=IndexingService(library_file, readers, host.embedder, passwords),
        search=search,
        ask=AskService(library_file, search, host, notices, paths),
        history=HistoryService(library_file),
        pages=PageService(library_file, readers, passwords),
        models=ModelService(host, settings, paths),
        doctor=DoctorService(library_file, host, readers, paths),
        devices=DeviceService(host, settings),
        examples=ExampleService(library_file),
        profiles=ProfileService(library_file, paths),
        evaluation=EvaluationService(evaluation_host, paths),
        calibrating=CalibrationService(search, host, evaluation_host, paths),
        modes=ModeService(library_file),
        tuning=TuningService(library_file),
        watching=WatchService(library_file, is_network),
        care=CareService(library_file, _advice(place, paths, remote=remote)),
        summaries=SummaryWriter(library_file, host, paths, lambda: settings.current.use_chat_model),
    )
    return App(paths, settings, library_file, readers, host, notices, services, run_folder)


def _advice(place: Path, paths: AppPaths, *, remote: bool) -> str:
    """Return what to tell about the disk a library lies on; empty when there is nothing to tell."""
    client = sync_client(place)
    if not remote and not client:
        return ""
    where = "on a network disk" if remote else f"in a folder that “{client}” keeps in step"
    return (
        f"The library {place} lies {where}, where it can be damaged. Keep it on a disk of this computer, for "
        f"example in {paths.data}; the documents themselves may stay where they are."
    )


def _make_folders(paths: AppPaths, library: Path) -> None:
    for folder in (paths.data, paths.temporary, library.parent):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(
                "Data folder cannot be used",
                f"{folder} could not be made: {error.strerror}.",
                "Choose another folder with --data-dir or --library.",
            ) from error
