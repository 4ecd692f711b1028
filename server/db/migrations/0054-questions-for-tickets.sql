-- The ticket types that a question is asked for; null asks for every one. An older server asks for every one.
alter table form_questions add column ticket_ids bigint[] check (cardinality(ticket_ids) > 0);
