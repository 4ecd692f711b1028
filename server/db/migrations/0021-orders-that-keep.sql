-- Orders that keep something by themselves until they are paid: extras bought after the tickets, a sponsor's package, a
-- donation. What a registration's own order keeps stands with its registration.
alter table orders
  add column keeps text not null default 'nothing' check (keeps in ('nothing', 'held', 'sold')),
  add column held_until timestamptz,
  add constraint orders_hold check ((keeps = 'held') = (held_until is not null)),
  add constraint orders_keep_beside check (keeps = 'nothing' or purpose <> 'registration');
create index orders_held on orders (held_until) where held_until is not null;

alter table sponsorship_packages add column held_count integer not null default 0 check (held_count >= 0);
alter table sponsorship_packages drop constraint packages_limit;
alter table sponsorship_packages add constraint packages_limit
  check (available_count = -1 or held_count + sold_count <= available_count);

-- A sponsorship is paid by its order, and is whatever its order is. Those from before have none.
alter table sponsorships
  add column order_id bigint unique references orders on delete cascade,
  -- Whether the event's page may name them.
  add column is_public boolean not null default true;
create function sponsorship_follows() returns trigger language plpgsql as $$
begin
  update sponsorships set payment_status = new.payment_status where order_id = new.id;
  return null;
end $$;
create trigger orders_sponsorship after update of payment_status on orders for each row
  when (old.payment_status <> new.payment_status and new.purpose in ('sponsorship', 'donation'))
  execute function sponsorship_follows();

-- Extras bought after the tickets are known to the doors before they are paid.
drop trigger orders_refunded on orders;
create trigger orders_refunded after update of payment_status on orders for each row
  when ((old.payment_status = 'refunded') <> (new.payment_status = 'refunded')
    or (new.purpose = 'extras' and old.payment_status <> new.payment_status))
  execute function order_refund_told();
