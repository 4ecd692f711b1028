-- A key that comes again gets the reply it got, also in the order of its fields, which jsonb does not keep.
alter table idempotency_keys alter column reply type json using reply::json;
