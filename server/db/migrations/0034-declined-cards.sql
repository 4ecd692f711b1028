-- How often a card was declined for an intent: counted with each decline, so that cards are not tried out on it for ever
-- (server/checkout/triedCards.ts).
create index payment_events_declined on payment_events (payment_ref) where type = 'payment_intent.payment_failed';
