-- The addresses of a club's own legal pages: imprint, privacy, terms, refund policy. Null where it has none.
alter table clubs
  add column imprint_url text,
  add column privacy_url text,
  add column terms_url text,
  add column refund_policy_url text;
