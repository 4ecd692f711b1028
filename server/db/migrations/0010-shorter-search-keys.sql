-- A letter that is not ASCII went into the index of trigrams as the octets of its UTF-8, eight signs for a Cyrillic one:
-- as many common trigrams to be read for each letter of a search. Three say as much: what the letter's first octets are,
-- and the two digits of its last. What two letters share is looked at again in search_text.
drop index attendees_search;
create or replace function search_key(given text) returns text language sql immutable strict parallel safe
return case when octet_length(given) = char_length(given) then given
  else replace(replace(replace(replace(replace(encode(convert_to(given, 'UTF8'), 'escape'),
    '\340\270', 'q'), '\340\271', 'w'), '\320', 'j'), '\321', 'k'), '\2', '') end;
create index attendees_search on attendees using gin (event_id, search_key(search_text) gin_trgm_ops);
