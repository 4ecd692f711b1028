-- Purchases that are settled together are counted together: the row of the quarter of an hour and those of the revenue
-- moved once a batch, not five times a purchase, which was more than half of what PostgreSQL did for one
-- (server/holds/settledRows.ts says what these triggers leave to it).
drop trigger registration_counts on registrations;
create trigger registration_counts after update of state on registrations
  for each row when (old.state <> new.state and 'active' in (old.state, new.state)
    and current_setting('foyer.settled_counted', true) is distinct from 'later')
  execute function registration_counts();

drop trigger order_moved on orders;
create trigger order_moved after update of payment_status, refunded_amount on orders
  for each row when ((old.payment_status, old.refunded_amount) is distinct from (new.payment_status, new.refunded_amount)
    and (is_revenue(old.payment_status) or is_revenue(new.payment_status))
    and current_setting('foyer.settled_counted', true) is distinct from 'later')
  execute function order_moved();
