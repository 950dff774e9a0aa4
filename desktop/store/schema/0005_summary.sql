-- What is known of a document's summary, the chunk at position -1.
create table summary (
    chunk_id integer primary key references chunk (id) on delete cascade,
    model text not null default '',  -- who wrote it; '' for sentences of the document itself
    tries integer not null default 0  -- times a model began to write one in its place
);
insert into summary (chunk_id) select id from chunk where position = -1;
