-- A buyer who does not attend is named in buyer_name, also if the first guest was named at once. Such a buyer was only in
-- the additional field until now. The version before, which runs while nodes are replaced, still stores no name then, and
-- the first guest is shown as the buyer. Locked by id, as purchases lock registrations.
with absent as materialized (
  select r.id, trim(r.additional_fields ->> 'Bought by') as name
  from registrations r join attendees a on a.registration_id = r.id and a.is_primary
  where r.buyer_name is null
    and trim(r.additional_fields ->> 'Bought by') not in ('', trim(concat_ws(' ', a.first_name, a.last_name)))
  order by r.id for no key update of r
)
update registrations r set buyer_name = absent.name from absent where r.id = absent.id;
