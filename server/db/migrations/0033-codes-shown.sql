-- An event's page asks for a code where there is one to be used: kept pages hear of those that staff write. What is bought
-- with them is not among it, as with the tickets' counters (0002-event-changed.sql).
create trigger promo_codes_changed after insert or delete or update of is_active, ends_at, max_uses on promo_codes
  for each statement execute function tell_event_changed();
