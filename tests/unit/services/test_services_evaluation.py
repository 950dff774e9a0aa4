"""Evaluations: collections as they are read, what is measured on them, and vectors kept between runs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from service_fakes import Desk, FakeHost, WordEmbedder

from desktop.domain.answers import Answer, Sentence, Source
from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import DocumentRef
from desktop.domain.work import CancelToken, Progress, no_report
from desktop.services.embedding_cache import RememberingEmbedder
from desktop.services.evaluation import EvaluationService
from desktop.services.evaluation_answers import judge
from desktop.services.evaluation_report import EvaluationReport, EvaluationRequest
from desktop.services.question_collection import LabelledQuestion, read_collection, spread

DOCUMENTS = [
    {"id": "ferry", "title": "Ferry", "text": "The ferry leaves the harbour at nine."},
    {"id": "museum", "title": "Museum", "text": "The museum opens at noon except on Mondays."},
    {"id": "tax", "title": "Tax", "text": "Visitors pay a tax of two pounds a night."},
    {"id": "blank", "title": "Blank", "text": " \n "},
]
QUESTIONS = [
    {"id": "q1", "text": "When does the ferry leave the harbour?"},
    {"id": "q2", "text": "When does the museum open?"},
    {"id": "q3", "text": "Who painted the giraffe upside down?"},
]
JUDGEMENTS = "query-id\tcorpus-id\tscore\nq1\tferry\t1\nq2\tmuseum\t1\n"
ANSWERS = [
    {"qid": "q1", "answerable": True, "class": "answerable", "answers": [{"text": "nine"}]},
    {"qid": "q2", "answerable": True, "class": "answerable", "answers": [{"text": "noon"}]},
    {"qid": "q3", "answerable": False, "class": "off-library", "answers": []},
]
Make = Callable[..., Path]


def lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@pytest.fixture
def collection(tmp_path: Path) -> Make:
    """Return a function that writes a collection; a file given as None is left out."""

    def write(**files: str | None) -> Path:
        folder = tmp_path / "harbour"
        folder.mkdir(exist_ok=True)
        texts = {
            "docs.jsonl": lines(DOCUMENTS),
            "queries.jsonl": lines(QUESTIONS),
            "qrels.tsv": JUDGEMENTS,
            "answers.jsonl": lines(ANSWERS),
        }
        texts.update({name.replace("_", "."): text for name, text in files.items()})
        for name, text in texts.items():
            if text is not None:
                (folder / name).write_text(text, "utf-8")
        return folder

    return write


def evaluate(desk: Desk, folder: Path, token: CancelToken | None = None, **options: Any) -> EvaluationReport:
    service = EvaluationService(lambda _embedder, _chat: desk.host, desk.paths)
    return service.evaluate(
        EvaluationRequest(folder, **options), token or CancelToken(), desk.progress.append
    )


class TestCollections:
    def test_documents_questions_grades_and_answers(self, collection: Make) -> None:
        read = read_collection(collection())
        assert read.name == "harbour"
        assert [document.id for document in read.documents] == ["ferry", "museum", "tax", "blank"]
        assert read.questions[0].grades == {"ferry": 1.0}
        assert read.questions[0].answers == ("nine",)
        assert [question.answerable for question in read.questions] == [True, True, False]

    def test_answers_may_be_missing_and_qrels_of_four_columns(self, collection: Make) -> None:
        read = read_collection(collection(answers_jsonl=None, qrels_tsv="q1\t0\tferry\t2\n"))
        assert not read.has_answers
        assert read.questions[0].grades == {"ferry": 2.0}

    @pytest.mark.parametrize(
        ("file", "text", "said"),
        [
            ("docs.jsonl", '{"id": "a", "text": "x"}\n{"id": "b"\n', "docs.jsonl, line 2"),
            ("docs.jsonl", '{"id": "a"}\n', "docs.jsonl, line 1, has no text “text”"),
            ("docs.jsonl", '["a"]\n', "docs.jsonl, line 1, is not a JSON object"),
            ("docs.jsonl", '{"id": "a", "text": "x"}\n' * 2, "twice"),
            ("docs.jsonl", "", "docs.jsonl is empty"),
            ("queries.jsonl", '\n\n{"id": "q1", "text": 1.5}\n', "queries.jsonl, line 3"),
            ("qrels.tsv", "query-id\tcorpus-id\tscore\nq1 ferry 1\n", "qrels.tsv, line 2"),
            ("qrels.tsv", "q1\tferry\tnan\n", "qrels.tsv, line 1"),
            ("qrels.tsv", "q9\tferry\t1\n", "names a question of the folder"),
            ("answers.jsonl", '{"qid": "q1", "answers": "nine"}\n', "answers.jsonl, line 1"),
            ("answers.jsonl", '{"qid": "q1", "answerable": "yes"}\n', "answers.jsonl, line 1"),
        ],
    )
    def test_what_is_wrong_is_said_with_file_and_line(
        self, collection: Make, file: str, text: str, said: str
    ) -> None:
        folder = collection()
        (folder / file).write_text(text, "utf-8")
        with pytest.raises(UserError) as error:
            read_collection(folder)
        assert said in error.value.detail

    def test_a_missing_file_or_folder_is_named(self, collection: Make, tmp_path: Path) -> None:
        with pytest.raises(UserError, match=r"docs\.jsonl"):
            read_collection(collection(docs_jsonl=None))
        with pytest.raises(UserError, match="nowhere"):
            read_collection(tmp_path / "nowhere")

    def test_bytes_that_are_no_text_are_refused(self, collection: Make) -> None:
        folder = collection()
        (folder / "queries.jsonl").write_bytes(b"\xff\xfe{}")
        with pytest.raises(UserError, match="UTF-8"):
            read_collection(folder)

    def test_a_limit_is_spread_over_classes_and_order(self) -> None:
        questions = [LabelledQuestion(str(n), "?", group="many" if n < 90 else "few") for n in range(93)]
        chosen = spread(questions, 10)
        assert [question.id for question in chosen if question.group == "few"] == ["90", "91", "92"]
        assert [int(question.id) for question in chosen][:3] == [0, 12, 25]
        assert len(chosen) == 10
        assert spread(questions, 10) == chosen
        assert spread(questions, None) == questions


class TestMeasures:
    def test_rankings_and_decisions(self, desk: Desk, collection: Make) -> None:
        report = evaluate(desk, collection())
        assert report.questions == 3
        assert report.overall.questions == 2  # nothing is relevant to the third
        assert report.overall.ndcg_at_10 == report.overall.recall_at_100 == 1.0
        assert report.overall.answer_in_first == 1.0
        assert set(report.by_class) == {"answerable"}
        assert report.gate is not None
        assert (report.gate.answered, report.gate.refused) == (2, 1)
        assert report.gate.balanced_accuracy == 1.0
        assert report.gate_by_class["off-library"].balanced_accuracy == 1.0
        assert report.answers is None

    @pytest.mark.parametrize("mode", ["hybrid", "lexical", "vector"])
    def test_the_same_numbers_again(self, desk: Desk, collection: Make, mode: str) -> None:
        first, second = (evaluate(desk, collection(), mode=mode) for _ in range(2))
        assert (first.overall, first.by_class, first.gate) == (second.overall, second.by_class, second.gate)
        assert first.mode == mode

    def test_a_search_by_words_embeds_nothing(self, desk: Desk, collection: Make) -> None:
        assert evaluate(desk, collection(), mode="lexical").overall.ndcg_at_10 == 1.0
        assert desk.host.the_embedder is not None
        assert desk.host.the_embedder.passages == []

    def test_without_answers_there_is_no_gate(self, desk: Desk, collection: Make) -> None:
        assert evaluate(desk, collection(answers_jsonl=None)).gate is None

    def test_the_persons_library_stays_as_it_is(self, desk: Desk, collection: Make) -> None:
        desk.add({"a.txt": "A pump."})
        before = desk.library.status()
        evaluate(desk, collection(), answers=True, use_model=False)
        assert desk.library.status() == before

    def test_answers_by_quotation(self, desk: Desk, collection: Make) -> None:
        report = evaluate(desk, collection(), answers=True, use_model=False)
        assert report.answers is not None
        assert report.answers.questions == 3
        assert report.answers.right == 1.0
        assert report.answers.refused == 1.0
        assert report.answers.citation_precision == 1.0
        assert report.answers.unsupported_unmarked == 0.0
        assert report.answers_by_class["off-library"].right is None

    def test_answers_are_written_to_be_read(self, desk: Desk, collection: Make, tmp_path: Path) -> None:
        file = tmp_path / "answers.jsonl"
        evaluate(desk, collection(), answers=True, use_model=False, write=file)
        written = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        assert [line["outcome"] for line in written] == ["quoted", "quoted", "deflected"]
        assert all(part["sources"] for line in written for part in line["sentences"] if part["supported"])

    def test_a_missing_chat_model_is_said_before_anything_is_embedded(
        self, desk: Desk, collection: Make
    ) -> None:
        desk.host.the_generator = None
        with pytest.raises(UserError, match="Model missing"):
            evaluate(desk, collection(), answers=True)
        assert desk.progress == []

    def test_it_can_be_cancelled_at_every_stage(self, desk: Desk, collection: Make) -> None:
        folder = collection()
        for stage in ("reading", "embedding", "searching", "answering"):
            token = CancelToken()

            def stop(progress: Progress, stage: str = stage, token: CancelToken = token) -> None:
                if progress.stage == stage:
                    token.cancel()

            service = EvaluationService(lambda _embedder, _chat: desk.host, desk.paths)
            with pytest.raises(Cancelled):
                service.evaluate(EvaluationRequest(folder, answers=True, use_model=False), token, stop)

    def test_texts_that_say_nothing_are_no_collection(self, desk: Desk, collection: Make) -> None:
        blank = lines([{"id": "ferry", "title": "", "text": " "}])
        with pytest.raises(UserError, match="Nothing to evaluate"):
            evaluate(desk, collection(docs_jsonl=blank))


class TestJudging:
    QUESTION = LabelledQuestion("q", "When does the ferry leave?", answers=("nine",))

    def answer(self, text: str, quote: str, **options: Any) -> Answer:
        source = Source(1, DocumentRef(1, "Ferry", "ferry.txt"), 1, quote, 0, len(quote))
        sentence = Sentence(text, citations=(1,), supported=True)
        return Answer("q", "q", "answered", text, sentences=(sentence,), sources=(source,), **options)

    def test_the_answer_may_stand_in_the_quotation(self) -> None:
        judged = judge(self.QUESTION, self.answer("In the morning.", "It leaves at nine."))
        assert judged.right
        assert judged.citations == (True,)

    def test_a_quotation_that_shows_something_else_is_no_proof(self) -> None:
        judged = judge(self.QUESTION, self.answer("It leaves at 9:45.", "Tickets cost 4 pounds."))
        assert not judged.right
        assert judged.citations == (False,)
        assert judged.sentences == (False,)

    def test_a_refusal_is_never_right(self) -> None:
        refused = Answer("q", "q", "deflected", "Your documents do not say nine.")
        judged = judge(self.QUESTION, refused)
        assert judged.refused
        assert not judged.right


class TestKeptVectors:
    def test_no_text_is_embedded_twice(self, tmp_path: Path) -> None:
        model = WordEmbedder()
        texts = [f"text {n}" for n in range(70)]
        first = RememberingEmbedder(model, tmp_path).embed_passages([*texts, texts[0]], CancelToken())
        second = RememberingEmbedder(model, tmp_path).embed_passages([*texts, texts[0]], CancelToken())
        assert len(model.passages) == len(texts)
        np.testing.assert_array_equal(first, second)
        np.testing.assert_array_equal(first[0], first[-1])

    def test_a_question_is_no_passage_and_models_are_apart(self, tmp_path: Path) -> None:
        model, other = WordEmbedder(), WordEmbedder("other", dimension=8)
        remembering = RememberingEmbedder(model, tmp_path)
        remembering.embed_passages(["x"], CancelToken())
        remembering.embed_queries(["x"], CancelToken())
        assert (model.passages, model.queries) == (["x"], ["x"])
        assert RememberingEmbedder(other, tmp_path).embed_passages(["x"], CancelToken()).shape == (1, 8)

    def test_half_a_record_is_forgotten(self, tmp_path: Path) -> None:
        model = WordEmbedder()
        RememberingEmbedder(model, tmp_path).embed_passages(["one", "two"], CancelToken())
        (file,) = tmp_path.glob("*.vectors")
        file.write_bytes(file.read_bytes()[:-5])
        RememberingEmbedder(model, tmp_path).embed_passages(["one", "two", "three"], CancelToken())
        again = RememberingEmbedder(model, tmp_path).embed_passages(["two", "three"], CancelToken())
        assert model.passages == ["one", "two", "two", "three"]
        np.testing.assert_allclose(again, model._vectors(["two", "three"]))

    def test_a_cancel_keeps_what_was_done(self, tmp_path: Path) -> None:
        token = CancelToken()
        model = WordEmbedder()
        model.on_passages = lambda: token.cancel() if model.passages else None
        with pytest.raises(Cancelled):
            RememberingEmbedder(model, tmp_path).embed_passages([f"text {n}" for n in range(70)], token)
        kept = len(model.passages)
        assert 0 < kept < 70
        model.on_passages = lambda: None
        RememberingEmbedder(model, tmp_path).embed_passages([f"text {n}" for n in range(70)], CancelToken())
        assert len(model.passages) == 70

    def test_a_folder_that_cannot_be_made_is_a_user_error(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        with pytest.raises(UserError, match="Cache"):
            RememberingEmbedder(WordEmbedder(), tmp_path / "file" / "folder")


def test_the_host_of_an_evaluation_is_closed(desk: Desk, collection: Make) -> None:
    closed: list[bool] = []

    class Host(FakeHost):
        def close(self) -> None:
            closed.append(True)

    service = EvaluationService(lambda _embedder, _chat: Host(WordEmbedder()), desk.paths)
    service.evaluate(EvaluationRequest(collection()), CancelToken(), no_report)
    assert closed == [True]
