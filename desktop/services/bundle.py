"""The services of one open library, as the composition root built them."""

from dataclasses import dataclass

from desktop.services.ask import AskService
from desktop.services.calibrating import CalibrationService
from desktop.services.care import CareService
from desktop.services.devices import DeviceService
from desktop.services.doctor import DoctorService
from desktop.services.evaluation import EvaluationService
from desktop.services.examples import ExampleService
from desktop.services.history import HistoryService
from desktop.services.indexing import IndexingService
from desktop.services.library import LibraryService
from desktop.services.models import ModelService
from desktop.services.modes import ModeService
from desktop.services.pages import PageService
from desktop.services.profiles import ProfileService
from desktop.services.search import SearchService
from desktop.services.summary_writing import SummaryWriter
from desktop.services.tuning import TuningService
from desktop.services.watching import WatchService


@dataclass(frozen=True, slots=True)
class Services:
    """Everything the window and the command line can ask for."""

    library: LibraryService
    indexing: IndexingService
    search: SearchService
    ask: AskService
    history: HistoryService
    pages: PageService
    models: ModelService
    doctor: DoctorService
    devices: DeviceService
    examples: ExampleService
    profiles: ProfileService
    evaluation: EvaluationService
    calibrating: CalibrationService
    modes: ModeService
    tuning: TuningService
    watching: WatchService
    care: CareService
    summaries: SummaryWriter
