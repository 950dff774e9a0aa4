-- What tells whether a file on disk is still the one that was read, without reading it.
alter table document add column fingerprint text not null default '';  -- '' when it proves nothing
alter table document add column verified real not null default 0;  -- Unix time its content was last compared
alter table document add column offline integer not null default 0;  -- the file cannot be reached now
alter table document add column elsewhere integer not null default 0;  -- on another disk than its watched folder
create index document_size on document (size);

alter table collection add column ignored text not null default '[]';  -- JSON list of patterns
alter table collection add column folder_identity text not null default '';  -- of the folder when last seen
