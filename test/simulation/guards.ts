/**
 * Switches that turn off a rule of the server. Only simulations have them: they change their own database, provider or
 * statements. The product does not know them.
 */
import type pg from "pg";
import type { PaymentProvider } from "../../server/payments/provider.ts";
import type { FakeStripe } from "../../server/testing/fakeStripe.ts";
import type { SaleConnection } from "../../web/door/sale.ts";

/** A statement before it is sent. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Sends a statement. */
export type Ask = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/** The changes in a history; none by default. */
export interface Guard {
  /** Run on the history's database before it begins. */
  sql?: string;
  /** Changes statements before they are sent. */
  statement?: (statement: Statement) => Statement;
  /** Sends the statements of one connection. Made again for each. */
  connection?: () => (statement: Statement, ask: Ask) => Promise<pg.QueryResult>;
  /** Changes calls to the provider. */
  provider?: (provider: PaymentProvider, stripe: FakeStripe) => PaymentProvider;
  /** Changes how a device at the door asks about its sales. */
  doorConnection?: (connection: SaleConnection) => SaleConnection;
  /** A job that is never run. */
  lostJob?: string;
}

/** Removes row locks from reads of some tables. */
export function unlocked(tables: readonly string[]): NonNullable<Guard["statement"]> {
  const isOfThem = new RegExp(`from "?(${tables.join("|")})"?\\s`);
  return ({ text, values }) => ({
    text: isOfThem.test(text) ? text.replace(/ for (no key )?update\b/, "") : text,
    values,
  });
}

/** Removes row locks in a transaction, except those of payments, from a matching statement on. */
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

/** Deletes a key as soon as the transaction that wrote it ends. */
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

/** Updates the counters after the transaction of their rows, before the connection's next statement. */
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
