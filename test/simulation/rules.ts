import { ProviderRefused } from "../../server/payments/provider.ts";
import {
  type BrokenRule,
  blind,
  countersLater,
  forgottenKeys,
  twoJobsForEachMail,
  unlocked,
  unlockedFrom,
} from "./guards.ts";

const places = ["events", "tickets", "extras", "shared_capacities", "promo_codes"];

/** Drops the check constraints, which would hide the fault. */
const dropChecks = `
  alter table public.events drop constraint events_capacity;
  alter table public.tickets drop constraint tickets_stock;
  alter table public.extras drop constraint extras_stock;
  alter table public.sponsorship_packages drop constraint packages_limit;`;

/** Switches a rule off. `shows` matches the fault that must be found; other faults do not count. */
export interface Control extends BrokenRule {
  shows: RegExp;
}

/** The controls by the rule's text. */
export const rules: Record<string, Control> = {
  "places are locked before they are counted": {
    shows: /^(event|ticket|extras|shared capacity|promo code) oversold/,
    sql: dropChecks,
    statement: unlocked(places),
  },
  "extras and packages are locked before they are counted": {
    shows: /^(extras|package) oversold/,
    sql: dropChecks,
    statement: unlocked(["events", "extras", "sponsorship_packages"]),
  },
  // Settling locks the places first. That also keeps a second process away, so these locks are removed too.
  "an order is settled by one process at a time": {
    shows: /^(?!.*oversold).*its rows say|_(held|sold)_check/,
    connection: unlockedFrom(({ text }) => /"payment_id" = (\$|any)/.test(text)),
  },
  "counters change in the statement that changes their rows": {
    shows: /^(?!.*oversold).*its rows say|_(held|sold)_check/,
    connection: countersLater,
  },
  "a hold does not end while its payment is being decided": {
    shows: /expired while payment/,
    statement: blind(/select o\.registration_id as id/, /where /),
  },
  // The sweep would do the lost job's work, so it must not find these payments.
  "a late payment without free places is refunded": {
    shows: /is refund_due for ever/,
    lostJob: "refundPayment",
    statement: ({ text, values }) => ({
      text,
      values: text.startsWith('select * from "payments" where "provider"')
        ? values.map((value) => (value === "refund_due" ? "created" : value))
        : values,
    }),
  },
  "a refund that staff requested is made": {
    shows: /has \d+ on its way for ever/,
    lostJob: "refundOrder",
    statement: blind(/^select distinct "order_id" from "refunds"/, /where /),
  },
  "staff cannot refund more than was paid": {
    shows: /refunds more than was paid|refunds of \d+ were requested/,
    sql: "alter table public.orders drop constraint orders_refunds",
    connection: unlockedFrom(({ values }) => values.includes("order/refund")),
  },
  "a refund request names the total, so that a repeated request refunds once": {
    shows: /was refunded, but at most/,
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
  "events that the provider could not deliver are requested later": {
    shows: /the provider refunded \d+, but the payment has/,
    provider: (provider) => ({ ...provider, eventsSince: async () => [] }),
  },
  "a delivery is processed once": {
    shows: /is stored [2-9] times/,
    sql: "alter table public.payment_events drop constraint payment_events_pkey",
    statement: ({ text, values }) => ({
      text: text.startsWith('insert into "payment_events"')
        ? text.replace(/ on conflict .* do nothing/, "")
        : text,
      values,
    }),
  },
  "a request repeated with the same key has one effect": {
    shows: /were requested, but \d+ were created/,
    sql: forgottenKeys,
  },
  "a sale at the door is booked once": {
    shows: /^the cash boxes at the door have/,
    // The page makes a new key for each press of its button.
    doorConnection: (connection) => {
      let tries = 0;
      return { ...connection, sell: (sale) => connection.sell({ ...sale, key: `${sale.key}-${++tries}` }) };
    },
  },
  "a sale reported as not made is not made later": {
    shows: /^the cash boxes at the door have/,
    // A refusal or giving up does not close the key, so a request that arrives late still sells.
    doorConnection: (connection) => ({ ...connection, close: async () => false }),
  },
  "a mail that is sent is not sent again": {
    shows: /^mail .+ was sent \d+ times$/,
    sql: twoJobsForEachMail,
    statement: ({ text, values }) => ({
      text: /from "mails"/.test(text) ? text.replace(/"state" <> (\$\d+)/, "$1::text <> ''") : text,
      values,
    }),
  },
  "the job of a dead node returns to the queue": {
    shows: /^a job \w+ waits for ever: $/,
    statement: blind(/force_unlock_workers/, /where /),
  },
};
