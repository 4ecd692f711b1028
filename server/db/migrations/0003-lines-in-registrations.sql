-- What a registration holds or bought goes with its row. It is read with the row and nowhere else, and a hold costs one
-- insert, one check of a foreign key and two indexes less. registrations_event was covered by registrations_email.

alter table registrations add column lines jsonb;
update registrations set lines = (
  select jsonb_agg(jsonb_build_object('kind', kind, 'refId', ref_id, 'title', title, 'unitPrice', unit_price,
    'quantity', quantity, 'total', unit_price * quantity) order by kind desc, ref_id)
  from registration_lines where registration_id = registrations.id);
alter table registrations
  alter column lines set not null,
  add check (jsonb_array_length(lines) > 0);
drop table registration_lines;
drop index registrations_event;
