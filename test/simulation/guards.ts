/**
 * The rules that keep the money right, each with a switch that only a simulation has: what the house would be without it.
 * A switch changes what the simulation's own database, provider or statements do; the product knows of none.
 */
import type pg from "pg";
import type { PaymentProvider } from "../../server/payments/provider.ts";
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

const places = ["events", "tickets", "extras", "sponsorship_packages", "shared_capacities", "promo_codes"];

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

/** Makes the keys of a table's new rows new, whatever they were. */
const alwaysNew = (table: string, column: string) => `
  create function simulated.always_new() returns trigger language plpgsql as
    'begin new.${column} := new.${column} || ''-'' || gen_random_uuid(); return new; end';
  create trigger always_new before insert on public.${table} for each row execute function simulated.always_new();`;

/** Moves the counters after the transaction of their rows, with the connection's next statement. */
function countersLater(): ReturnType<NonNullable<Guard["connection"]>> {
  const columns = (table: string) => (table === "sponsorship_packages" ? "_count" : "");
  let owed: { table: string; list: string }[] = [];
  return async ({ text, values }, ask) => {
    const due = owed;
    owed = [];
    for (const { table, list } of due) {
      const suffix = columns(table);
      await ask(
        `update public.${table} t set held${suffix} = t.held${suffix} + m.held, sold${suffix} = t.sold${suffix} + m.sold
        from json_to_recordset($1::json) as m (id bigint, held int, sold int) where t.id = m.id`,
        [list],
      );
    }
    if (!/move_(events|packages) as/.test(text)) return ask(text, values);
    const without = [...values];
    for (const [, table, place] of text.matchAll(/as \(update (\w+)[^$]*json_to_recordset\(\$(\d+)/g)) {
      const index = Number(place) - 1;
      if (table !== "shared_capacities") owed.push({ table: table!, list: String(values[index]) });
      without[index] = "[]";
    }
    return ask(text, without);
  };
}

/** Each rule by what it says, switched off. */
export const rules = {
  "places are locked before they are counted": { sql: unjudged, statement: unlocked(places) },
  "what is kept beside tickets is locked": {
    sql: unjudged,
    statement: unlocked(["events", "extras", "sponsorship_packages"]),
  },
  "an order is settled by one at a time": {
    statement: unlocked([...places, "registrations", "orders"]),
  },
  "counters move in the statement that moves their rows": { connection: countersLater },
  "a hold does not end while its payment is being decided": {
    statement: blind(/select o\.registration_id as id/, /where /),
  },
  "money that comes late goes back": {
    lostJob: "refundPayment",
    statement: ({ text, values }) => ({
      text,
      values: text.startsWith('select * from "payments" where "provider"')
        ? values.map((value) => (value === "refund_due" ? "created" : value))
        : values,
    }),
  },
  "what staff promise back is made": {
    lostJob: "refundOrder",
    statement: blind(/^select distinct "order_id" from "refunds"/, /where /),
  },
  "no more is promised back than was paid": {
    sql: "alter table public.orders drop constraint orders_refunds",
    statement: unlocked([...places, "registrations", "orders"]),
  },
  "a refund has a total as its goal, so that asking twice refunds once": {
    provider: (provider, stripe) => ({
      ...provider,
      async refund({ providerRef, amount }) {
        stripe.refundInDashboard(providerRef, amount);
        return { refundedAmount: (await provider.retrieve(providerRef)).refundedAmount };
      },
    }),
  },
  "what the provider could not deliver is asked for": {
    provider: (provider) => ({ ...provider, undelivered: async () => [] }),
  },
  "a delivery is followed once": { sql: alwaysNew("payment_events", "event_id") },
  "the same key does nothing twice": { sql: alwaysNew("idempotency_keys", "key") },
  "what a dead node was at is given back to the queue": {
    statement: blind(/force_unlock_workers/, /where /),
  },
} satisfies Record<string, Guard>;
