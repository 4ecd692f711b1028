-- Orders are found by parts of their number, of their buyer's name and address, and of what a sponsor said, each by the
-- trigrams of its own table (server/orders/search.ts). A place that is only held has neither name nor address.
create index orders_search on orders using gin (event_id, order_number gin_trgm_ops);
create index registrations_search on registrations
  using gin (event_id, search_key(plain_text(coalesce(email, '') || chr(10) || coalesce(buyer_name, ''))) gin_trgm_ops)
  where email is not null or buyer_name is not null;
create index sponsorships_search on sponsorships
  using gin (event_id, search_key(plain_text(sponsor_data::text)) gin_trgm_ops);
analyze orders, registrations, sponsorships;
