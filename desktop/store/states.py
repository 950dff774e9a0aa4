"""The state of a document: what is stored of it, and whether its vectors are complete."""

from desktop.domain.records import DocumentState
from desktop.store import vector_models
from desktop.store.library_file import Connection
from desktop.store.query import column, first, value


def settled_state(c: Connection, document_id: int) -> DocumentState | None:
    """Return the state that what is stored of a document amounts to, None when nothing is stored."""
    row = first(c, _SETTLED, (document_id,))
    return DocumentState(row[0]) if row and row[0] else None


_SETTLED = """
select case
    when not exists (select 1 from document_text t where t.document_id = holder.id) then null
    when not exists (select 1 from embedding_model where active) then 'text_ready'
    when exists (
        select 1 from embedding_model m
        cross join chunk k on k.document_id = holder.id
        cross join vector v on v.model = m.id and v.chunk_id = k.id
        where m.active and v.cell is null) then 'text_ready'
    when holder.parts_not_read <> '[]' then 'partly_read'
    else 'ready' end
from document d cross join document holder on holder.id = coalesce(d.same_as, d.id)
where d.id = ?
"""


def follow(c: Connection, document_id: int) -> None:
    """Let identical copies follow the state of the document that holds their text."""
    c.execute(
        "update document set state = 'text_ready', reason = '' where same_as = ?"
        " and state in ('text_ready', 'ready', 'partly_read')",
        (document_id,),
    )


def finish_vectors(c: Connection, model_id: str) -> list[int]:
    """Mark documents whose chunks all have vectors of the model as ready or partly read; return their ids."""
    model = vector_models.find(c, model_id)
    if model is None:
        return []
    return column(c, _FINISHED, (model.key,)) + column(c, _FOLLOWED)


_FINISHED = """
update document set state = case when parts_not_read = '[]' then 'ready' else 'partly_read' end
where state = 'text_ready' and same_as is null and not exists (
    select 1 from chunk k
    cross join vector v on v.model = ? and v.chunk_id = k.id
    where k.document_id = document.id and v.cell is null)
returning id
"""
_FOLLOWED = """
update document set state = (select o.state from document o where o.id = document.same_as)
where state = 'text_ready' and same_as is not null and exists (
    select 1 from document o where o.id = document.same_as and o.state in ('ready', 'partly_read'))
returning id
"""


def awaiting(c: Connection, model_id: str) -> int:
    """Return how many ready documents lack vectors of a model that is to be searched with from now on.

    All of them while another one is still searched with though none lacks any; none of them when this
    model is.
    """
    if vector_models.active(c) in {None, model_id}:
        return 0
    return int(value(c, _LACKING, (model_id,)) or value(c, _READY))


_READY = "select count(*) from document where state in ('ready', 'partly_read')"
_LACKING = """
select count(*) from document d
where d.state in ('ready', 'partly_read') and coalesce(d.same_as, d.id) in (
    select k.document_id from embedding_model m
    cross join vector v on v.model = m.id and v.cell is null
    cross join chunk k on k.id = v.chunk_id
    where m.model_id = ?)
"""
