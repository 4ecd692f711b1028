-- Who began to pay by which intent, so that a decline that the provider tells of later is counted for that client too
-- (server/checkout/declines.ts). It is an address of somebody, and goes after a day.
create table intent_clients (
  intent text primary key,
  client text not null,
  created_at timestamptz not null
);
create index intent_clients_age on intent_clients (created_at);
