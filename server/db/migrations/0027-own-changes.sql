-- Who bought it, once the ticket that had their name was passed on or cancelled; null while the first person is the buyer.
alter table registrations add column buyer_name text;
