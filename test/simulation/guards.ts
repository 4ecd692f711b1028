/**
 * The rules that keep the money right, each with a switch that only a simulation has: what the house would be without it.
 * A switch changes what the simulation's own database, provider or statements do; the product knows of none.
 */
import type pg from "pg";
import { type PaymentProvider, ProviderRefused } from "../../server/payments/provider.ts";
import type { FakeStripe } from "../../server/testing/fakeStripe.ts";

/** A statement on its way to the database. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Sends a statement. */
export type Ask = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/** What is off in a history; nothing is, where nothing is named. */
export interface Guard {
  /** Done to the history's database before it begins. */
  sql?: string;
  /** Changes statements on their way. */
  statement?: (statement: Statement) => Statement;
  /** Sends the statements of one connection; made anew for each. */
  connection?: () => (statement: Statement, ask: Ask) => Promise<pg.QueryResult>;
  /** Changes what the provider is asked. */
  provider?: (provider: PaymentProvider, stripe: FakeStripe) => PaymentProvider;
  /** Jobs that nobody does. */
  lostJob?: string;
}

/** Reads without the locks of some tables. */
function unlocked(tables: readonly string[]): NonNullable<Guard["statement"]> {
  const isOfThem = new RegExp(`from "?(${tables.join("|")})"?\\s`);
  return ({ text, values }) => ({
    text: isOfThem.test(text) ? text.replace(/ for (no key )?update\b/, "") : text,
    values,
  });
}

/** Reads without locks, but those of payments, in a transaction from the statement on by which it is known. */
function unlockedFrom(isOfThose: (statement: Statement) => boolean): NonNullable<Guard["connection"]> {
  return () => {
    let isInTransaction = false;
    let isKnown = false;
    return (statement, ask) => {
      const { text, values } = statement;
      if (/^(begin|commit|rollback)/.test(text)) {
        isInTransaction = text.startsWith("begin");
        isKnown = false;
      }
      if (isInTransaction && isOfThose(statement)) isKnown = true;
      return ask(
        isKnown && !/from "payments"/.test(text) ? text.replace(/ for (no key )?update\b/, "") : text,
        values,
      );
    };
  };
}

const places = ["events", "tickets", "extras", "shared_capacities", "promo_codes"];

/** Without the check constraints, which judge whatever comes. */
const unjudged = `
  alter table public.events drop constraint events_capacity;
  alter table public.tickets drop constraint tickets_stock;
  alter table public.extras drop constraint extras_stock;
  alter table public.sponsorship_packages drop constraint packages_limit;`;

/** Lets a statement find nothing. */
const blind = (about: RegExp, where: RegExp): NonNullable<Guard["statement"]> => {
  return ({ text, values }) => ({
    text: about.test(text) ? text.replace(where, "where false and ") : text,
    values,
  });
};

/** Forgets a key as soon as the transaction ends that wrote it. */
const forgottenKeys = `
  create function simulated.forget() returns trigger language plpgsql as
    'begin delete from public.idempotency_keys where call = new.call and key = new.key; return null; end';
  create constraint trigger forget after insert on public.idempotency_keys deferrable initially deferred
    for each row execute function simulated.forget();`;

interface Owed {
  table: string;
  /** As JSON. */
  moves: string;
}

/** Moves the counters after the transaction of their rows, before the connection's next statement. */
function countersLater(): ReturnType<NonNullable<Guard["connection"]>> {
  let isInTransaction = false;
  let owed: Owed[] = [];
  return async ({ text, values }, ask) => {
    if (!isInTransaction) for (const one of owed.splice(0)) await pay(one, ask);
    if (text.startsWith("begin")) isInTransaction = true;
    if (/^(commit|rollback)/.test(text)) isInTransaction = false;
    if (text.startsWith("rollback")) owed = [];
    if (!/move_(events|packages) as/.test(text)) return ask(text, values);
    const without = [...values];
    for (const [, table, place] of text.matchAll(/as \(update (\w+)[^$]*json_to_recordset\(\$(\d+)/g)) {
      const index = Number(place) - 1;
      if (table !== "shared_capacities") owed.push({ table: table!, moves: String(values[index]) });
      without[index] = "[]";
    }
    return ask(text, without);
  };
}

async function pay({ table, moves }: Owed, ask: Ask): Promise<void> {
  const suffix = table === "sponsorship_packages" ? "_count" : "";
  const people = table === "events" ? ", attendee_count = t.attendee_count + m.attendees" : "";
  await ask(
    `update public.${table} t set held${suffix} = t.held${suffix} + m.held, sold${suffix} = t.sold${suffix} + m.sold${people}
    from json_to_recordset($1::json) as m (id bigint, held int, sold int, attendees int) where t.id = m.id`,
    [moves],
  );
}

/** A rule switched off, and what then must be found wrong: another fault would not be its own. */
export interface Control extends Guard {
  shows: RegExp;
}

/** Each rule by what it says. */
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
  // Who settles locks the places first: these locks too keep two from settling one order.
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
  // The sweep asks for what the job has lost.
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
        return { refundedAmount: (await provider.retrieve(providerRef)).refundedAmount };
      },
    }),
  },
  "what the provider could not deliver is asked for": {
    shows: /the provider gave back \d+, the payment says/,
    provider: (provider) => ({ ...provider, undelivered: async () => [] }),
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
  "what a dead node was at is given back to the queue": {
    shows: /^a job \w+ waits for ever: $/,
    statement: blind(/force_unlock_workers/, /where /),
  },
};
