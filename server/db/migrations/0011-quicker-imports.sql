-- Many attendees at once: written and removed with less work a row.

-- A function in SQL whose argument is no mere column is started anew for each row, which took longer than what it does.
-- These give the same texts as before, so what is kept of them stays.
create or replace function plain_text(given text) returns text language plpgsql immutable strict parallel safe cost 10 as $$
begin
  if octet_length(given) = char_length(given) then return lower(given); end if;
  return replace(translate(
    regexp_replace(lower(normalize(given, NFKD)), U&'[\0300-\036F]', '', 'g'), 'øłđıħŧ', 'oldiht'), 'ß', 'ss');
end $$;

create or replace function search_key(given text) returns text language plpgsql immutable strict parallel safe cost 10 as $$
begin
  if octet_length(given) = char_length(given) then return given; end if;
  return replace(replace(replace(replace(replace(encode(convert_to(given, 'UTF8'), 'escape'),
    '\340\270', 'q'), '\340\271', 'w'), '\320', 'j'), '\321', 'k'), '\2', '');
end $$;

-- One index finds the attendees of a registration and lets one of them be the first.
drop index attendees_registration;
drop index attendees_one_primary;
create unique index attendees_registration on attendees
  (registration_id, (case when is_primary then 0 else id end));

-- Most orders of an import have no payment, and need no place in an index of payments.
alter table orders drop constraint orders_payment_id_key;
create unique index orders_payment on orders (payment_id) where payment_id is not null;

-- What goes with its whole event is not counted down row by row; server/events/hangsOn.ts says which event goes.
drop trigger registration_goes on registrations;
create trigger registration_goes before delete on registrations
  for each row when (old.state = 'active'
    and current_setting('foyer.event_goes', true) is distinct from old.event_id::text)
  execute function registration_goes();
drop trigger order_goes on orders;
create trigger order_goes before delete on orders
  for each row when (is_revenue(old.payment_status)
    and current_setting('foyer.event_goes', true) is distinct from old.event_id::text)
  execute function order_goes();
