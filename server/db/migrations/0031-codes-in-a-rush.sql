-- A presale sells everything with one code: its uses are counted once a batch of reservations, and not once a row.
drop trigger registrations_promo_came on registrations;
create function promo_codes_came() returns trigger language plpgsql as $$
begin
  update promo_codes c set held = c.held + m.held, sold = c.sold + m.sold
  from (
    select promo_code_id as id, coalesce(sum(promo_uses) filter (where state in ('held', 'pending')), 0)::int as held,
        coalesce(sum(promo_uses) filter (where state = 'active'), 0)::int as sold
      from added where promo_code_id is not null group by 1
  ) as m
  where c.id = m.id;
  return null;
end $$;
create trigger registrations_promo_came after insert on registrations
  referencing new table as added for each statement execute function promo_codes_came();
