-- What lists of staff are found, counted and added up by, without a look at the rows themselves.

create index waiting_entries_search on waiting_entries
  using gin (event_id, search_key(plain_text(name || chr(10) || email)) gin_trgm_ops);
create index waiting_entries_ticket on waiting_entries (event_id, ticket_id, id);
create index waiting_entries_waiting on waiting_entries (event_id, id) where state = 'waiting';
create index waiting_entries_others on waiting_entries (event_id, ticket_id, state, registration_id, id) where state <> 'waiting';

-- An import asks for 2,500 addresses at a time, of guests as well: without an index it read the whole event for each of them.
create index attendees_email on attendees (event_id, lower(email)) where email is not null;

create index sponsorships_status on sponsorships (event_id, payment_status, id) include (currency, amount);
create index orders_given_back on orders (event_id, id) where refunded_amount > 0;

-- The event of a mail that came back. A mail names a registration, an order or an event: to find those of one event, all
-- that ever came back were looked at.
alter table mails add column bounced_event_id bigint;
create function mail_bounced() returns trigger language plpgsql as $$
begin
  new.bounced_event_id := coalesce(
    (select event_id from orders where id = (new.payload ->> 'orderId')::bigint),
    (select event_id from registrations where id = (new.payload ->> 'registrationId')::bigint),
    (new.payload ->> 'eventId')::bigint);
  return new;
end $$;
create trigger mails_bounced before insert or update of bounced_at on mails for each row
  when (new.bounced_at is not null) execute function mail_bounced();
update mails set bounced_at = bounced_at where bounced_at is not null;
create index mails_bounced_event on mails (bounced_event_id, id) where bounced_at is not null;

analyze attendees, waiting_entries, sponsorships;
