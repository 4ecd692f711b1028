/** The rules that keep the money right. Each control switches one off, and names the fault that must show. */
import { ProviderRefused } from "../../server/payments/provider.ts";
import { blind, countersLater, forgottenKeys, type Guard, unlocked, unlockedFrom } from "./guards.ts";

const places = ["events", "tickets", "extras", "shared_capacities", "promo_codes"];

/** Drops the check constraints, which would hide the fault. */
const unjudged = `
  alter table public.events drop constraint events_capacity;
  alter table public.tickets drop constraint tickets_stock;
  alter table public.extras drop constraint extras_stock;
  alter table public.sponsorship_packages drop constraint packages_limit;`;

/** A rule that is switched off, and the fault that must show. Another fault does not count. */
export interface Control extends Guard {
  shows: RegExp;
}

/** The controls by the rule's text. */
export const rules: Record<string, Control> = {
  "places are locked before they are counted": {
    shows: /^(event|ticket|extras|shared capacity|promo code) oversold/,
    sql: unjudged,
    statement: unlocked(places),
  },
  "what is kept beside tickets is locked": {
    shows: /^(extras|package) oversold/,
    sql: unjudged,
    statement: unlocked(["events", "extras", "sponsorship_packages"]),
  },
  // Settling locks the places first, and these locks too prevent two from settling one order.
  "an order is settled by one at a time": {
    shows: /^(?!.*oversold).*its rows say|_(held|sold)_check/,
    connection: unlockedFrom(({ text }) => /"payment_id" = (\$|any)/.test(text)),
  },
  "counters move in the statement that moves their rows": {
    shows: /^(?!.*oversold).*its rows say|_(held|sold)_check/,
    connection: countersLater,
  },
  "a hold does not end while its payment is being decided": {
    shows: /expired while payment/,
    statement: blind(/select o\.registration_id as id/, /where /),
  },
  // The sweep would do the lost job's work.
  "money that comes late goes back": {
    shows: /is refund_due for ever/,
    lostJob: "refundPayment",
    statement: ({ text, values }) => ({
      text,
      values: text.startsWith('select * from "payments" where "provider"')
        ? values.map((value) => (value === "refund_due" ? "created" : value))
        : values,
    }),
  },
  "what staff promise back is made": {
    shows: /has \d+ on its way for ever/,
    lostJob: "refundOrder",
    statement: blind(/^select distinct "order_id" from "refunds"/, /where /),
  },
  "no more is promised back than was paid": {
    shows: /promises more than was paid|of it was promised back/,
    sql: "alter table public.orders drop constraint orders_refunds",
    connection: unlockedFrom(({ values }) => values.includes("order/refund")),
  },
  "a refund has a total as its goal, so that asking twice refunds once": {
    shows: /went back, and no more than/,
    provider: (provider, stripe) => ({
      ...provider,
      async refund({ providerRef, amount }) {
        try {
          stripe.refundInDashboard(providerRef, amount);
        } catch (error) {
          throw new ProviderRefused("unknown", String(error));
        }
        return provider.retrieve(providerRef);
      },
    }),
  },
  "what the provider could not deliver is asked for": {
    shows: /the provider gave back \d+, the payment says/,
    provider: (provider) => ({ ...provider, eventsSince: async () => [] }),
  },
  "a delivery is followed once": {
    shows: /is remembered [2-9] times/,
    sql: "alter table public.payment_events drop constraint payment_events_pkey",
    statement: ({ text, values }) => ({
      text: text.startsWith('insert into "payment_events"')
        ? text.replace(/ on conflict .* do nothing/, "")
        : text,
      values,
    }),
  },
  "the same key does nothing twice": { shows: /were wished for, and \d+ were made/, sql: forgottenKeys },
  "a sale at the door is booked once": {
    shows: /^the boxes at the door hold/,
    // A page that makes a new key for each press of its button.
    doorConnection: (connection) => {
      let tries = 0;
      return { ...connection, sell: (sale) => connection.sell({ ...sale, key: `${sale.key}-${++tries}` }) };
    },
  },
  "a sale that was said not to be made is not made later": {
    shows: /^the boxes at the door hold/,
    // After a refusal or giving up, the key stays open for the request still in flight.
    doorConnection: (connection) => ({ ...connection, close: async () => false }),
  },
  "what a dead node was at is given back to the queue": {
    shows: /^a job \w+ waits for ever: $/,
    statement: blind(/force_unlock_workers/, /where /),
  },
};
