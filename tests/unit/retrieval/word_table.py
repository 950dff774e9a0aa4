"""A real FTS5 table as the library has it, for tests of tokens and match expressions."""

import apsw

from desktop.retrieval.tokens import index_tokens, match_expression, query_tokens

TOKENIZER = "porter unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'"


class WordTable:
    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self._db = apsw.Connection(":memory:")
        self._db.execute(f'CREATE VIRTUAL TABLE words USING fts5(body, tokenize="{TOKENIZER}")')
        self._db.executemany("INSERT INTO words VALUES (?)", ((index_tokens(text),) for text in texts))

    def frequencies(self, question: str) -> dict[str, int]:
        sql = "SELECT count(*) FROM words WHERE words MATCH ?"
        quoted = {token: token.replace('"', '""') for token in query_tokens(question)}
        return {token: self._db.execute(sql, (f'"{text}"',)).get for token, text in quoted.items()}

    def search(self, question: str) -> list[str]:
        match = match_expression(question, self.frequencies(question), len(self.texts))
        return [] if match is None else self.run(match)

    def run(self, match: str) -> list[str]:
        sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words), rowid"
        return [self.texts[row - 1] for (row,) in self._db.execute(sql, (match,))]
