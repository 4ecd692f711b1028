-- A buyer who does not attend is named in buyer_name, also if the first guest was named at once. Such a buyer was only in
-- the additional field until now, which may have several lines and 1,000 characters. The rule is buyerNameOf
-- (server/registrations/people.ts). The version before, which runs while nodes are replaced, still stores no name then, and
-- the first guest is shown as the buyer, until this is run again (docs/operations.md). Locked by id, as purchases lock
-- registrations.
with absent as materialized (
  select r.id, given.name
  from registrations r join attendees a on a.registration_id = r.id and a.is_primary
    cross join lateral (select trim(left(trim(regexp_replace(r.additional_fields ->> 'Bought by',
      '[\u0001-\u001f\u007f-\u009f]+', ' ', 'g')), 200)) as name) as given
  where r.buyer_name is null and given.name not in ('', trim(concat_ws(' ', a.first_name, a.last_name)))
  order by r.id for no key update of r
)
update registrations r set buyer_name = absent.name from absent where r.id = absent.id;
