-- A collection without a profile of its own is searched with the library's. Nothing could be chosen before
-- this step, so every "general" is the old default.
update collection set profile = '' where profile = 'general';
