-- An attendee's event is its registration's, and so is the event of a registration's order: the reference to the
-- registration holds both, and takes both along. To check the event's as well was a fifth of an import's time. Orders
-- without a registration (donations) keep the reference, by a column that only they have.
alter table attendees drop constraint attendees_event_id_fkey;
-- Of a club that goes the tickets would go before the attendees: then, and then alone, this is asked at the end.
alter table attendees alter constraint attendees_ticket_id_fkey deferrable initially immediate;

alter table orders drop constraint orders_event_id_fkey;
alter table orders add column event_alone bigint
  generated always as (case when registration_id is null then event_id end) stored
  references events on delete cascade;
create index orders_event_alone on orders (event_alone) where event_alone is not null;
