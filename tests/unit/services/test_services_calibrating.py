"""Calibrations: what they read, what they write, and that the program then decides by it."""

import json
import shutil
from pathlib import Path

import pytest
from service_fakes import RESOURCES, Desk, FakeHost, WordEmbedder

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken, no_report
from desktop.retrieval.gate import Floors, LogisticGate
from desktop.services import calibration
from desktop.services.calibrating import CalibrationReport, CalibrationService
from desktop.services.calibration import Calibration

TOPICS = (
    "anchor", "barge", "canal", "dock", "engine", "ferry", "gangway", "hawser", "island", "jetty", "keel",
    "lighthouse",
)  # fmt: skip


def question_lines() -> str:
    known = [{"question": f"Who repairs the {topic} in spring?", "answerable": True} for topic in TOPICS]
    other = [
        {"question": f"Is a {topic}ish zebra purple {n}?", "answerable": False}
        for n, topic in enumerate(TOPICS)
    ]
    return "".join(json.dumps(row) + "\n" for row in (*known, *other))


@pytest.fixture
def questions(desk: Desk) -> Path:
    desk.add({f"{topic}.txt": f"The crew repairs the {topic} in spring." for topic in TOPICS})
    path = desk.folder.parent / "questions.jsonl"
    path.write_text(question_lines(), "utf-8")
    return path


def calibrate(desk: Desk, file: Path, token: CancelToken | None = None) -> CalibrationReport:
    service = CalibrationService(
        desk.search_service, desk.host, lambda _embedder, _chat: desk.host, desk.paths
    )
    return service.calibrate([file], token or CancelToken(), no_report)


class TestCalibrating:
    def test_gates_are_fitted_and_used(self, desk: Desk, questions: Path) -> None:
        report = calibrate(desk, questions)
        assert (report.questions, report.answerable) == (24, 12)
        assert report.model == "word-embedder"
        assert report.passages.balanced_accuracy is not None
        assert report.passages.balanced_accuracy > 0.9
        assert Path(report.file) == desk.paths.calibration
        known = desk.search("Who repairs the keel in spring?").confidence
        other = desk.search("Is a keelish zebra purple 3?").confidence
        assert (known.answerable, other.answerable) == (True, False)
        assert "of the time" in known.reason

    def test_a_collection_is_indexed_aside(self, desk: Desk, tmp_path: Path) -> None:
        folder = tmp_path / "collection"
        folder.mkdir()
        rows = [json.loads(line) for line in question_lines().splitlines()]
        documents = [
            {"id": topic, "title": "", "text": f"The crew repairs the {topic} in spring."} for topic in TOPICS
        ]
        texts = {
            "docs.jsonl": documents,
            "queries.jsonl": [{"id": n, "text": row["question"]} for n, row in enumerate(rows)],
            "answers.jsonl": [
                {
                    "qid": n,
                    "answerable": row["answerable"],
                    "class": "x" if n < 23 else "near-miss",
                    "answers": [],
                }
                for n, row in enumerate(rows)
            ],
        }
        for name, lines in texts.items():
            (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        grades = "".join(f"{n}\t{topic}\t1\n" for n, topic in enumerate(TOPICS))
        (folder / "qrels.tsv").write_text(grades, "utf-8")
        report = calibrate(desk, folder)
        assert (report.questions, report.answerable) == (23, 12)  # without the near miss
        assert desk.library.status().documents == 0

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('{"question": "a", "answerable": true}\n{"question": "b"}\n', "line 2"),
            ('{"question": 1, "answerable": true}\n', "line 1"),
            ("no JSON\n", "line 1"),
            ('{"question": "a", "answerable": true}\n', "1 questions with an answer and 0 without"),
        ],
    )
    def test_what_is_wrong_is_said(self, desk: Desk, tmp_path: Path, text: str, said: str) -> None:
        file = tmp_path / "questions.jsonl"
        file.write_text(text, "utf-8")
        with pytest.raises(UserError) as error:
            calibrate(desk, file)
        assert said in error.value.detail

    def test_an_empty_library_cannot_be_calibrated_on(self, desk: Desk, tmp_path: Path) -> None:
        file = tmp_path / "questions.jsonl"
        file.write_text(question_lines(), "utf-8")
        with pytest.raises(UserError, match="Nothing to calibrate"):
            calibrate(desk, file)
        assert not desk.paths.calibration.exists()

    def test_a_cancel_writes_nothing(self, desk: Desk, questions: Path) -> None:
        token = CancelToken()
        token.cancel()
        with pytest.raises(Cancelled):
            calibrate(desk, questions, token)
        assert not desk.paths.calibration.exists()

    def test_the_models_of_a_collection_are_closed(self, desk: Desk, tmp_path: Path) -> None:
        class Host(FakeHost):
            closed = False

            def close(self) -> None:
                self.closed = True

        host = Host(WordEmbedder())
        service = CalibrationService(
            desk.search_service, desk.host, lambda _embedder, _chat: host, desk.paths
        )
        with pytest.raises(UserError):
            service.calibrate([tmp_path], CancelToken(), no_report)
        assert not host.closed  # nothing was started for a folder that is no collection


class TestTheFile:
    GATE = LogisticGate(
        {"best_cosine": 2.5}, 0.25, 0.4, 0.1, means={"best_cosine": 0.8}, scales={"best_cosine": 1e-05}
    )
    MEASURED = Calibration(Floors(0.8, 0.7), passages=GATE)

    def test_what_was_written_is_read(self, desk: Desk) -> None:
        calibration.save(desk.paths.calibration, 'abc|mean|"q": |', self.MEASURED)
        assert calibration.calibration(desk.paths, 'abc|mean|"q": |') == self.MEASURED

    def test_other_models_stay(self, desk: Desk) -> None:
        other = Calibration(Floors(0.5, 0.4))
        for model, measured in (("abc", self.MEASURED), ("def", other), ("abc", other)):
            calibration.save(desk.paths.calibration, model, measured)
        assert calibration.calibration(desk.paths, "abc") == other
        assert calibration.calibration(desk.paths, "def") == other

    def test_the_persons_floors_go_before_the_shipped(self, desk: Desk) -> None:
        calibration.save(desk.paths.calibration, "word-embedder", self.MEASURED)
        found = calibration.calibration(desk.paths, "word-embedder")
        assert found is not None
        assert (found.floors, found.passages) == (self.MEASURED.floors, self.GATE)
        assert found.support == 0.3  # not measured: as shipped

    @pytest.mark.parametrize(
        "text", ["[[embedder", '[[embedder]]\nmodel = "word-embedder"\n', "embedder = 3\n"]
    )
    def test_a_file_that_cannot_be_used_is_as_good_as_none(self, desk: Desk, text: str) -> None:
        desk.paths.calibration.write_text(text, "utf-8")
        found = calibration.calibration(desk.paths, "word-embedder")
        assert found is not None
        assert found.floors.answer == 0.35

    def test_a_model_that_nobody_measured_gets_the_gate_of_any(self, desk: Desk) -> None:
        shipped = desk.paths.resource(calibration.FILE)
        text = shipped.read_text("utf-8")
        gate = "[embedder.passages]\nbias = 1.0\nthreshold = 0.5\nweights = { z_score = 1.0 }\n"
        shipped.write_text(f'{text}\n[[embedder]]\nmodel = ""\n{gate}', "utf-8")
        found = calibration.calibration(desk.paths, "never measured")
        assert found is not None
        assert found.floors is None
        assert found.passages is not None
        measured = calibration.calibration(desk.paths, "word-embedder")
        assert measured is not None
        assert measured.passages is None

    def test_without_vectors_the_measured_gate_of_words_decides(self, desk: Desk) -> None:
        shutil.copy(RESOURCES / calibration.FILE, desk.paths.resource(calibration.FILE))
        common = "Please tell the warden at what time your boat is bound to come, and where it needs a berth."
        desk.add({f"{n}.txt": f"{common} Sheet {n}." for n in range(9)})
        desk.add({"ferry.txt": "The Samson ferry leaves the outer harbour at 23:15."})
        # Most of its words are in every other document, so they say little.
        question = "Please tell, where and at what time is the Samson ferry bound to come?"
        told = desk.search(question, mode="lexical").confidence
        assert told.term_coverage < 0.5
        assert told.answerable
        unknown = desk.search("Please tell, how long is the ladder?", mode="lexical").confidence
        assert not unknown.answerable

    def test_a_folder_that_cannot_be_written_is_a_user_error(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        with pytest.raises(UserError, match="not saved"):
            calibration.save(tmp_path / "file" / "calibration.toml", "abc", self.MEASURED)
