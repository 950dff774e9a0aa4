-- The encoding a person chose for a text; it holds whenever the file is read again.
create table chosen_encoding (
    document_id integer primary key references document (id) on delete cascade,
    encoding text not null
);
