/**
 * How is a rule of the house switched off? By switches that only a simulation has: they change what its own database,
 * provider or statements do; the product knows of none.
 */
import type pg from "pg";
import type { PaymentProvider } from "../../server/payments/provider.ts";
import type { FakeStripe } from "../../server/testing/fakeStripe.ts";
import type { SaleConnection } from "../../web/door/sale.ts";

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
  /** Changes how a device at the door asks about its sales. */
  doorConnection?: (connection: SaleConnection) => SaleConnection;
  /** Jobs that nobody does. */
  lostJob?: string;
}

/** Reads without the locks of some tables. */
export function unlocked(tables: readonly string[]): NonNullable<Guard["statement"]> {
  const isOfThem = new RegExp(`from "?(${tables.join("|")})"?\\s`);
  return ({ text, values }) => ({
    text: isOfThem.test(text) ? text.replace(/ for (no key )?update\b/, "") : text,
    values,
  });
}

/** Reads without locks, but those of payments, in a transaction from the statement on by which it is known. */
export function unlockedFrom(isOfThose: (statement: Statement) => boolean): NonNullable<Guard["connection"]> {
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

/** Lets a statement find nothing. */
export const blind = (about: RegExp, where: RegExp): NonNullable<Guard["statement"]> => {
  return ({ text, values }) => ({
    text: about.test(text) ? text.replace(where, "where false and ") : text,
    values,
  });
};

/** Forgets a key as soon as the transaction ends that wrote it. */
export const forgottenKeys = `
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
export function countersLater(): ReturnType<NonNullable<Guard["connection"]>> {
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
