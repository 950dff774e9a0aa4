-- The first schema. Released files are never edited: a change is a new numbered file.
-- Offsets are characters of the document text, stop exclusive. Dates are ISO 8601 text.

create table library (
    id integer primary key check (id = 1),
    content_version integer not null  -- rises with every change that can change a search
);
insert into library (id, content_version) values (1, 0);

create table setting (
    key text primary key,
    value text not null  -- JSON
) without rowid;

create table collection (
    id integer primary key autoincrement,
    name text not null unique collate nocase,
    folder text,  -- the watched folder, if any
    profile text not null default 'general'
);

create table document (
    id integer primary key autoincrement,
    collection_id integer not null references collection (id),
    path text not null,
    title text not null,
    title_key text not null,  -- title without case and accents, for sorting
    folded text not null,  -- title and path without case and accents, for the filter of the list
    state text not null,
    reason text not null default '',
    media_type text not null default '',
    content_hash text not null default '',
    size integer not null default 0,
    modified real not null default 0,
    indexed_at text,
    language text,
    date text,
    date_source text not null default '',
    author text not null default '',
    encoding text not null default '',
    pages integer,
    pages_without_text integer not null default 0,
    parts_not_read text not null default '[]',  -- JSON list
    chunk_count integer not null default 0,
    same_as integer references document (id),  -- holds the text of this identical copy
    stale_index integer not null default 0,  -- its rows in the text index need to be written again
    unique (collection_id, path)
);
create index document_hash on document (collection_id, content_hash);
create index document_path on document (path);
-- With the number of chunks, so that the sizes of scopes are counted in the index alone.
create index document_state on document (state, chunk_count);
create index document_collection on document (collection_id, chunk_count);
create index document_title on document (title_key, id);
create index document_same_as on document (same_as) where same_as is not null;
create index document_stale on document (id) where stale_index;

create table document_text (
    document_id integer primary key references document (id) on delete cascade,
    text text not null
);

create table part (
    document_id integer not null references document (id) on delete cascade,
    number integer not null,
    start integer not null,
    stop integer not null,
    kind text not null,
    heading text not null,
    page integer,
    page_label text,
    place text not null,
    primary key (document_id, number)
) without rowid;

create table chunk (
    id integer primary key autoincrement,  -- never used twice: old citations must not find another passage
    document_id integer not null references document (id) on delete cascade,
    position integer not null,  -- from 0; -1 is the summary
    start integer not null,
    stop integer not null,
    text text not null,
    heading text not null,
    page integer,
    page_label text,
    place text not null,
    language text,
    text_hash text not null,
    embedding_hash blob not null,  -- of everything that is embedded: title, heading and text
    unique (document_id, position)
);
create index chunk_embedding_hash on chunk (embedding_hash);

-- Holds blank-separated tokens made elsewhere, hence a tokenizer that splits at blanks only. Without stored
-- content: the tokens can be made again from the texts at any time.
create virtual table chunk_index using fts5 (
    title, name, heading, body,
    content = '', contentless_delete = 1,
    tokenize = "porter unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'"
);
create virtual table chunk_term using fts5vocab (chunk_index, row);

-- Title and file stem, letters and digits only, for matching parts of names.
create virtual table name_index using fts5 (
    name, content = '', contentless_delete = 1, tokenize = "trigram case_sensitive 1"
);

create table embedding_model (
    id integer primary key,
    model_id text not null unique,
    name text not null,
    dimension integer not null,
    generation integer not null default 0,  -- names the vec0 table: vectors_ID_GENERATION
    active integer not null default 0,
    clustered integer not null default 0  -- vectors there were when the cells were made; 0: one cell
);
create unique index embedding_model_active on embedding_model (active) where active;

create table centroid (
    model integer not null references embedding_model (id) on delete cascade,
    cell integer not null,
    embedding blob not null,
    primary key (model, cell)
) without rowid;

-- One row per chunk and model: the cell its vector is in, or null while it has none.
create table vector (
    model integer not null references embedding_model (id) on delete cascade,
    chunk_id integer not null references chunk (id) on delete cascade,
    cell integer,
    primary key (model, chunk_id)
) without rowid;
create index vector_cell on vector (model, cell, chunk_id);
create index vector_chunk on vector (chunk_id);

create table queue (
    ticket integer primary key autoincrement,
    document_id integer not null unique references document (id) on delete cascade,
    attempts integer not null default 0,
    claimed integer not null default 0,
    again integer not null default 0  -- queued again while it was being read
);

create table conversation (
    id integer primary key autoincrement,
    title text not null,
    updated text not null,
    draft text not null default '',
    named integer not null default 0  -- a person chose the title
);

create table message (
    id integer primary key autoincrement,
    conversation_id integer not null references conversation (id) on delete cascade,
    question text not null,
    state text not null,  -- streaming, done, interrupted
    text text not null default '',  -- as far as it was streamed
    answer text,  -- JSON, once done
    asked text not null
);
create index message_conversation on message (conversation_id, id);
create index message_streaming on message (id) where state = 'streaming';

create table citation (
    message_id integer not null references message (id) on delete cascade,
    number integer not null,
    document_id integer references document (id) on delete set null,
    start integer not null,
    stop integer not null,
    primary key (message_id, number)
) without rowid;
create index citation_document on citation (document_id);

create table query_log (
    id integer primary key autoincrement,
    asked text not null,
    question text not null,
    mode text not null,
    outcome text not null,
    best_cosine real not null,
    content_version integer not null,
    timings text not null  -- JSON, milliseconds
);
