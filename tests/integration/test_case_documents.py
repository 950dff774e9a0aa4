"""What people met elsewhere with their files, from the drop to the cited answer; real models and readers."""

import shutil
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from conftest import index_everything

from desktop.app import App, build
from desktop.domain.answers import Answer, AskRequest
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken

pytestmark = pytest.mark.models
DATA = Path(__file__).resolve().parents[1] / "data" / "ingest"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as people have them."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "cp1252.txt").write_bytes(
        b"Wartung \x97 Pr\xfcfintervall 14 Tage\n\xa9 2021 M\xfcller\nPreis: 30 \x80\n"
    )
    (folder / "ferry.txt").write_text("The ferry to Skarholm leaves at 09:15 on weekdays.\n", "utf-8")
    (folder / "ferry (1).txt").write_text("The ferry to Skarholm leaves at 09:15 on weekdays.\n", "utf-8")
    (folder / "bread.txt").write_text("Bread needs a long rest of eleven hours.\n", "utf-8")
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "Bank details", "ann@example.invalid", "bo@example.invalid"
    mail.set_content("The account number is in the attachment.")
    mail.add_attachment("The account number of the rowing club is 99-17.\n", filename="account.txt")
    (folder / "bank.eml").write_bytes(mail.as_bytes())
    shutil.copy(DATA / "pdf" / "scan.pdf", folder)
    return folder


@pytest.fixture(scope="module")
def app(folder: Path, tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Iterator[App]:
    """The program on a library of that folder, without text recognition."""
    app = build(data=tmp_path_factory.mktemp("library"), models=models_folder)
    app.settings.change(recognise_text=False)
    index_everything(app, folder)
    yield app
    app.close()


def ask(app: App, question: str) -> Answer:
    return app.services.ask.ask(AskRequest(question), token=CancelToken(), emit=lambda _event: None)


def cited(answer: Answer) -> list[str]:
    return [Path(source.document.path).name for source in answer.sources]


def test_a_text_of_another_code_page_answers_in_another_language(app: App) -> None:
    """P001."""
    answer = ask(app, "How often is the inspection?")
    assert cited(answer)[:1] == ["cp1252.txt"]
    assert "14" in answer.text
    assert not set("�Ã") & set("".join(source.quote for source in answer.sources))


def test_a_scan_that_was_not_recognised_answers_nothing(app: App) -> None:
    """P005."""
    answer = ask(app, "What is the total of invoice 7731?")
    assert (answer.outcome, answer.sources) == ("deflected", ())
    (scan,) = app.services.library.documents(text="scan.pdf")
    assert scan.state is DocumentState.REFUSED
    assert "OCR" in scan.reason


def test_a_copy_is_cited_once(app: App) -> None:
    """P026."""
    answer = ask(app, "When does the ferry to Skarholm leave?")
    assert "09:15" in answer.text
    assert len(answer.sources) == 1


def test_an_attachment_answers_with_its_mail_as_the_source(app: App) -> None:
    """P030."""
    answer = ask(app, "What is the account number of the rowing club?")
    assert "99-17" in answer.text
    assert cited(answer) == ["bank.eml"]
    assert answer.sources[0].place.startswith("attachment account.txt")


def test_a_deleted_file_answers_nothing_any_more(app: App, folder: Path) -> None:
    """P054: after its document was removed; a file that is only gone is still there as text."""
    question = "How long does bread rest?"
    assert cited(ask(app, question)) == ["bread.txt"]
    (folder / "bread.txt").unlink()
    assert cited(ask(app, question)) == ["bread.txt"]
    (bread,) = app.services.library.documents(text="bread.txt")
    app.services.library.remove_documents(document_ids=[bread.id])
    answer = ask(app, question)
    assert answer.sources == ()
    assert "bread" not in [d.title for d in (*answer.tiers.related, *answer.tiers.maybe_try)]
