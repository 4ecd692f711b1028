-- A copy of the database alone must not tell the secrets of second factors: they are sealed with a key that is derived
-- from the server's secret (server/accounts/secretBox.ts). What was kept as it was is sealed at the next start, for
-- PostgreSQL does not know that key; until then it stays readable.
alter table second_factors alter column secret drop not null;
alter table second_factors add column sealed_secret bytea;
alter table second_factors add constraint second_factors_one_secret check (num_nonnulls(secret, sealed_secret) = 1);
