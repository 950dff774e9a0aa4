"""The small services: pages, examples, notices, the doctor, calibrations."""

from pathlib import Path

import pytest
from service_fakes import Desk, ScriptedGenerator, ScriptedReranker

from desktop.config.paths import AppPaths
from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken, Progress, no_report
from desktop.llm.catalog import Catalog
from desktop.llm.devices import Device, DeviceState
from desktop.services import doctor
from desktop.services.calibration import FILE, calibration
from desktop.services.doctor import DoctorService
from desktop.services.examples import ExampleService
from desktop.services.notices import Notices
from desktop.services.pages import PageService
from desktop.services.views import Check

DATA = Path(__file__).resolve().parents[2] / "data" / "ingest" / "pdf"
FERRY = "The ferry leaves the harbour at nine."


FLOORS = """
[[embedder]]
model = "abc"
answer_floor = 0.8
lexical_support_floor = 0.7
support_floor = 0.6

[embedder.evidence]
weights = { verdict = 2.0 }
bias = -1.0
threshold = 0.4
"""


class TestPages:
    @pytest.fixture
    def pages(self, desk: Desk) -> PageService:
        return PageService(desk.file, desk.readers, desk.passwords)

    def test_a_page_is_rendered_with_the_passage_marked(self, desk: Desk, pages: PageService) -> None:
        path = desk.folder / "columns.pdf"
        path.write_bytes((DATA / "two_columns.pdf").read_bytes())
        desk.drop()
        desk.work()
        document = desk.document(path)
        sizes = pages.page_sizes(document.id, CancelToken())
        assert len(sizes) == document.pages
        plain = pages.page(document.id, 1, CancelToken(), width=200)
        assert plain.width == pytest.approx(200, abs=1)
        assert plain.png.startswith(b"\x89PNG")
        assert plain.marks == ()
        chunk = desk.hits("columns")[0].chunk
        assert pages.page(document.id, 1, CancelToken(), width=200, start=chunk.start, end=chunk.end).marks

    def test_what_has_no_pages_is_a_user_error(self, desk: Desk, pages: PageService) -> None:
        document = desk.add({"a.txt": FERRY})["a.txt"]
        with pytest.raises(UserError):
            pages.page(document.id, 1, CancelToken(), width=100)
        with pytest.raises(UserError):
            pages.page_sizes(4711, CancelToken())

    def test_a_moved_file_is_a_user_error_that_says_so(self, desk: Desk, pages: PageService) -> None:
        document = desk.add({"a.txt": FERRY})["a.txt"]
        Path(document.path).unlink()
        with pytest.raises(UserError) as caught:
            pages.page_sizes(document.id, CancelToken())
        assert "a.txt" in caught.value.detail

    def test_a_cancelled_page_is_not_rendered(self, desk: Desk, pages: PageService) -> None:
        token = CancelToken()
        token.cancel()
        with pytest.raises(Cancelled):
            pages.page(1, 1, token, width=100)


class TestExamples:
    def test_an_empty_library_offers_none(self, desk: Desk) -> None:
        assert ExampleService(desk.file).questions(CancelToken()) == []

    def test_questions_come_from_titles_and_headings(self, desk: Desk) -> None:
        text = "# Museum\n\n## Opening hours\n\nAt ten.\n\n## Prices\n\nFour pounds."
        desk.add({"museum.md": text, "plain.txt": FERRY, "12.txt": "Numbers only.", "empty.txt": ""})
        questions = ExampleService(desk.file).questions(CancelToken(), limit=9)
        assert len(questions) == 2
        assert any("Museum" in q and ("opening hours" in q or "prices" in q) for q in questions)
        assert ExampleService(desk.file).questions(CancelToken(), limit=1) == questions[:1]
        assert ExampleService(desk.file).questions(CancelToken(), limit=0) == []

    def test_the_same_library_gives_the_same_questions(self, desk: Desk) -> None:
        desk.add({f"Report {n}.txt": f"Report {n}." for n in "abcdef"})
        service = ExampleService(desk.file)
        assert service.questions(CancelToken()) == service.questions(CancelToken())


def test_notices_reach_every_listener_until_it_leaves() -> None:
    notices, first, second = Notices(), list[str](), list[str]()
    leave = notices.subscribe(first.append)
    notices.subscribe(second.append)
    notices.publish("one")
    leave()
    leave()
    notices.publish("two")
    assert (first, second) == (["one"], ["one", "two"])


def test_a_listener_may_leave_while_it_is_told() -> None:
    notices, heard = Notices(), list[str]()

    def once(text: str) -> None:
        heard.append(text)
        leave()

    leave = notices.subscribe(once)
    notices.publish("one")
    notices.publish("two")
    assert heard == ["one"]


class TestDoctor:
    @pytest.fixture
    def service(self, desk: Desk) -> DoctorService:
        desk.host.the_generator = ScriptedGenerator(answers={"sky": "Blue."})
        return DoctorService(desk.file, desk.host, desk.readers, desk.paths)

    def test_a_sound_installation_passes(self, desk: Desk, service: DoctorService) -> None:
        seen: list[Progress] = []
        checks = {check.name: check for check in service.run(token=CancelToken(), report=seen.append)}
        failed = [check for check in checks.values() if not check.ok]
        # Shared words are all that the stand-in knows of meaning.
        assert [check.name for check in failed] in ([], ["Embedding model"])
        assert checks["Chat model"].detail.endswith("Blue.")
        assert [progress.label for progress in seen] == list(checks)
        assert not list(desk.paths.data.glob("tmp*"))

    def test_the_devices_are_named(self, desk: Desk, service: DoctorService) -> None:
        """P186: the final device, and why."""
        found = {check.name: check.detail for check in self._run(service)}
        assert found["Device"] == "CPU, 1 thread. llama.cpp for haswell. No graphics processor was found"
        devices = (Device("Old card", "gpu", 2_000_000_000, 900_000_000),)
        desk.host.devices = DeviceState(devices, reason="small")
        found = {check.name: check.detail for check in self._run(service)}
        assert "“Old card” has 900 MB free, too little for the models" in found["Device"]
        assert "Not used: Old card, 2.0 GB of memory" in found["Device"]

    def test_a_reranker_is_checked_when_there_is_one(self, desk: Desk, service: DoctorService) -> None:
        """P187: one pair is reranked."""
        assert "Reranker" not in {check.name for check in self._run(service)}
        desk.host.the_reranker = ScriptedReranker()
        checks = {check.name: check for check in self._run(service)}
        assert checks["Reranker"].detail == "Scripted reranker: 9.00 for a fitting text, 0.00 for another"
        desk.host.the_reranker = ScriptedReranker({"Sourdough": 9.0})
        assert not {check.name: check for check in self._run(service)}["Reranker"].ok

    @staticmethod
    def _run(service: DoctorService) -> list[Check]:
        return service.run(token=CancelToken(), report=no_report)

    def test_a_missing_model_fails_its_line_alone(self, desk: Desk, service: DoctorService) -> None:
        desk.host.the_embedder = desk.host.the_generator = None
        checks = service.run(token=CancelToken(), report=no_report)
        failed = {check.name: check.detail for check in checks if not check.ok}
        assert set(failed) == {"Embedding model", "Chat model"}
        assert all("not on this machine" in detail for detail in failed.values())

    def test_a_bug_in_one_part_is_reported(
        self, service: DoctorService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken() -> str:
            raise RuntimeError("no FTS5")

        monkeypatch.setattr(doctor.diagnostics, "try_text_index", broken)
        checks = {check.name: check for check in service.run(token=CancelToken(), report=no_report)}
        assert checks["Text index"].detail == "RuntimeError: no FTS5"
        assert checks["Vector index"].ok

    def test_a_silent_model_fails(self, desk: Desk, service: DoctorService) -> None:
        desk.host.generator().answers = {}
        checks = {check.name: check for check in service.run(token=CancelToken(), report=no_report)}
        assert not checks["Chat model"].ok

    def test_it_can_be_cancelled(self, service: DoctorService) -> None:
        token = CancelToken()
        token.cancel()
        with pytest.raises(Cancelled):
            service.run(token=token, report=no_report)


class TestCalibration:
    def test_a_model_is_known_by_the_beginning_of_its_id(self, tmp_path: Path) -> None:
        paths = AppPaths(tmp_path / "data", tmp_path, tmp_path)
        (tmp_path / FILE).write_text(FLOORS, "utf-8")
        found = calibration(paths, "abcdef|mean||")
        assert found is not None
        assert (found.floors.answer, found.floors.lexical_support, found.support) == (0.8, 0.7, 0.6)
        assert found.evidence is not None
        assert (found.evidence.threshold, found.evidence.weights["verdict"]) == (0.4, 2.0)
        assert found.sentences is None
        assert calibration(paths, "xyz") is None

    def test_the_shipped_file_covers_the_default_embedder(self, tmp_path: Path) -> None:
        resources = Path(__file__).resolve().parents[3] / "resources"
        entries = Catalog(resources / "models.toml", resources).entries
        default = next(entry for entry in entries if entry.role == "embedder" and entry.default)
        found = calibration(AppPaths(tmp_path, tmp_path, resources), default.sha256)
        assert found is not None
        assert 0 < found.floors.lexical_support <= found.floors.answer < 1
