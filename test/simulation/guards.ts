import type pg from "pg";
import { sendMailTask } from "../../server/mail/rows.ts";
import type { PaymentProvider } from "../../server/payments/provider.ts";
import type { FakeStripe } from "../../server/testing/fakeStripe.ts";
import type { SaleConnection } from "../../web/door/sale.ts";

export interface Statement {
  text: string;
  values: unknown[];
}

export type Ask = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/** The changes that break a rule in a history; none by default. */
export interface BrokenRule {
  /** Run on the database before the first history. */
  sql?: string;
  /** Changes statements before they are sent. */
  statement?: (statement: Statement) => Statement;
  /** Makes the function that sends the statements of a connection. Called once for each connection. */
  connection?: () => (statement: Statement, ask: Ask) => Promise<pg.QueryResult>;
  provider?: (provider: PaymentProvider, stripe: FakeStripe) => PaymentProvider;
  doorConnection?: (connection: SaleConnection) => SaleConnection;
  /** The task whose jobs are never run. */
  lostJob?: string;
}

/** Removes row locks from reads of some tables. */
export function unlocked(tables: readonly string[]): NonNullable<BrokenRule["statement"]> {
  const readsTable = new RegExp(`from "?(${tables.join("|")})"?\\s`);
  return ({ text, values }) => ({
    text: readsTable.test(text) ? text.replace(/ for (no key )?update\b/, "") : text,
    values,
  });
}

/** From a matching statement on, removes the row locks of its transaction, except those of payments. */
export function unlockedFrom(
  matches: (statement: Statement) => boolean,
): NonNullable<BrokenRule["connection"]> {
  return () => {
    let isInTransaction = false;
    let hasMatched = false;
    return (statement, ask) => {
      const { text, values } = statement;
      if (/^(begin|commit|rollback)/.test(text)) {
        isInTransaction = text.startsWith("begin");
        hasMatched = false;
      }
      if (isInTransaction && matches(statement)) hasMatched = true;
      return ask(
        hasMatched && !/from "payments"/.test(text) ? text.replace(/ for (no key )?update\b/, "") : text,
        values,
      );
    };
  };
}

/** Changes matching statements so that they find no rows. */
export const blind = (about: RegExp, where: RegExp): NonNullable<BrokenRule["statement"]> => {
  return ({ text, values }) => ({
    text: about.test(text) ? text.replace(where, "where false and ") : text,
    values,
  });
};

/** Deletes a key when the transaction that wrote it commits. */
export const forgottenKeys = `
  create function simulated.forget() returns trigger language plpgsql as
    'begin delete from public.idempotency_keys where call = new.call and key = new.key; return null; end';
  create constraint trigger forget after insert on public.idempotency_keys deferrable initially deferred
    for each row execute function simulated.forget();`;

export const twoJobsForEachMail = `
  create function simulated.queue_again() returns trigger language plpgsql as
    $$begin perform graphile_worker.add_job('${sendMailTask}', json_build_object('mailId', new.id)); return null; end$$;
  create trigger queue_again after insert on public.mails for each row execute function simulated.queue_again();`;

interface CounterChange {
  table: string;
  /** An array of rows as JSON. */
  moves: string;
}

/** Updates the counters after the transaction of their rows, before the connection's next statement. */
export function countersLater(): ReturnType<NonNullable<BrokenRule["connection"]>> {
  let isInTransaction = false;
  let pending: CounterChange[] = [];
  return async ({ text, values }, ask) => {
    if (!isInTransaction) for (const one of pending.splice(0)) await applyChange(one, ask);
    if (text.startsWith("begin")) isInTransaction = true;
    if (/^(commit|rollback)/.test(text)) isInTransaction = false;
    if (text.startsWith("rollback")) pending = [];
    if (!/move_(events|packages) as/.test(text)) return ask(text, values);
    const changedValues = [...values];
    for (const [, table, place] of text.matchAll(/as \(update (\w+)[^$]*json_to_recordset\(\$(\d+)/g)) {
      const index = Number(place) - 1;
      // No simulated ticket has shared places.
      if (table !== "shared_capacities") pending.push({ table: table!, moves: String(values[index]) });
      changedValues[index] = "[]";
    }
    return ask(text, changedValues);
  };
}

async function applyChange({ table, moves }: CounterChange, ask: Ask): Promise<void> {
  const suffix = table === "sponsorship_packages" ? "_count" : "";
  const people = table === "events" ? ", attendee_count = t.attendee_count + m.attendees" : "";
  await ask(
    `update public.${table} t set held${suffix} = t.held${suffix} + m.held, sold${suffix} = t.sold${suffix} + m.sold${people}
    from json_to_recordset($1::json) as m (id bigint, held int, sold int, attendees int) where t.id = m.id`,
    [moves],
  );
}
