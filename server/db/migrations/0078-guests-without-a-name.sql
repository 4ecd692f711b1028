-- Staff find guests without a name by their buyer's name, which is not in the guests' own search text.
create index attendees_unnamed on attendees (event_id) where first_name = '';
