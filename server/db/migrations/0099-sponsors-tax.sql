-- The orders of sponsor packages whose tax was added to the price, for the totals of an event's sponsors.
create index orders_sponsor_tax on orders (event_id, id)
  where purpose = 'sponsorship' and tax > 0 and not prices_include_tax;
