import type { SelectType } from "kysely";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { doorCalls } from "../../../contract/calls/door.ts";
import { orderCalls } from "../../../contract/calls/order.ts";
import { questionTypeIds } from "../../../contract/rules/questions/questions.ts";
import { ADMIN, SUDO } from "../../../contract/rules/roles.ts";
import { currency } from "../../../contract/scalars.ts";
import { doorRight, doorScan } from "../../../contract/shapes/door/door.ts";
import { formQuestion } from "../../../contract/shapes/form.ts";
import { refund } from "../../../contract/shapes/money/refund.ts";
import { doorPaidBy, orderItem, paymentStatus } from "../../../contract/shapes/order.ts";
import { promoCodeKind } from "../../../contract/shapes/promoCode.ts";
import { registrationState } from "../../../contract/shapes/registration.ts";
import { waitingState } from "../../../contract/shapes/waitingList.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import type { Schema } from "../schema.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Compiles only for a column with exactly these values. */
type CodeList<Value> = { values: readonly Value[]; isFor: (value: Value) => void };
const createList = <Value>(values: Iterable<Value>): CodeList<Value> => ({
  values: [...values],
  isFor: () => {},
});
const createNumberList = (from: number, to: number) =>
  createList(Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** A column's value, or each entry of a list column. */
type ValueOf<Column> =
  Exclude<SelectType<Column>, null> extends readonly (infer Value)[]
    ? Value
    : Exclude<SelectType<Column>, null>;
type IsClosed<Value> = [Value] extends [never]
  ? false
  : [Value] extends [string]
    ? string extends Value
      ? false
      : true
    : [Value] extends [number]
      ? number extends Value
        ? false
        : true
      : false;
type ClosedColumn<Table> = {
  [Column in keyof Table]: IsClosed<ValueOf<Table[Column]>> extends true ? Column : never;
}[keyof Table];

/** A list that exists only as a type is written out as an object. */
type ListOf<Value> =
  | CodeList<Value>
  | (IsClosed<Value> extends true ? ([Value] extends [string] ? Record<Value, true> : never) : never);

/** Each column whose type is a closed list must be here to compile. Null: no check is only this list. */
type Lists = {
  [Table in keyof Schema as [ClosedColumn<Schema[Table]>] extends [never] ? never : Table]: {
    [Column in ClosedColumn<Schema[Table]>]: ListOf<ValueOf<Schema[Table][Column]>> | null;
  };
} & {
  [Table in keyof Schema]?: {
    [Column in keyof Schema[Table]]?: ListOf<ValueOf<Schema[Table][Column]>> | null;
  };
};

const currencies = createList(currency.options);
const paymentStatuses = createList(paymentStatus.options);
const mostDevices = doorCalls["door/addLink"].body!.shape.mostDevices.unwrap();

const lists: Lists = {
  app_users: { role: createList([SUDO, ADMIN]) },
  door_links: {
    rights: createList(doorRight.options),
    most_devices: createNumberList(mostDevices.minValue!, mostDevices.maxValue!),
  },
  door_scans: { kind: createList(doorScan.shape.kind.options), verdict: null },
  event_revenue: {
    source: { ticket: true, extras: true, donation: true, sponsorship: true, tax: true, refund: true },
  },
  events: { currency: currencies, tax_type: { percent: true, fixed: true } },
  form_questions: {
    type_id: createList(questionTypeIds),
    asked_of: createList(formQuestion.shape.askedOf.options),
    asked_when: createList(formQuestion.shape.askedWhen.options),
  },
  imports: { state: { reading: true, writing: true, done: true, failed: true } },
  mails: { state: { queued: true, sent: true, failed: true } },
  order_items: { kind: createList(orderItem.shape.kind.options) },
  orders: {
    currency: null,
    channel: { web: true, door: true },
    keeps: { nothing: true, held: true, sold: true },
    // The check orders_paid_by_hand lists them by channel.
    paid_by: null,
    payment_status: paymentStatuses,
    purpose: { registration: true, extras: true, donation: true, sponsorship: true },
  },
  payments: {
    currency: null,
    dispute_state: { open: true, answered: true, won: true, lost: true },
    owed_back: { late: true, double: true },
    state: {
      created: true,
      pending: true,
      processing: true,
      succeeded: true,
      failed: true,
      cancelled: true,
      refund_due: true,
      refunded: true,
      needs_attention: true,
    },
  },
  promo_codes: { kind: createList(promoCodeKind.options) },
  refunds: { state: createList(refund.shape.state.options) },
  registrations: { currency: null, state: createList(registrationState.options) },
  sponsorship_packages: { currency: currencies },
  sponsorships: { currency: currencies, payment_status: paymentStatuses },
  waiting_entries: { state: createList(waitingState.options) },
};

/** Checks that have other conditions too, each with its lists in order. */
const partLists: Readonly<Record<string, readonly (readonly string[])[]>> = {
  orders_paid_by_hand: [doorPaidBy.options, orderCalls["order/markPaid"].body!.shape.paidBy.options],
  registrations_end: [["held", "pending"]],
};

/** Words in checks that are not values of a column. */
const otherWords: ReadonlySet<string> = new Set(["payments_disputes_check: array"]);

type Check = { table: string; name: string; definition: string };

async function checksOf(request: Pick<PoolClient, "query">): Promise<Check[]> {
  const { rows } = await request.query<Check>(`
    select relname as "table", conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'c' and connamespace = 'public'::regnamespace`);
  return rows;
}

/** The values of "'a'::text, 'b'::text", sorted. */
const valuesOf = (array: string): string[] =>
  array
    .split(", ")
    .map((value) => value.replace(/^'(.*)'::text$/, "$1"))
    .sort();

/** Null for a check that is not only a list, a value or a range. A list may also have to be non-empty. */
function columnList({ definition }: Check): { column: string; values: string[] } | null {
  const listMatch =
    /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(definition) ??
    /^CHECK \(\(\((\w+) <@ ARRAY\[([^\]]*)\]\) AND \(cardinality\(\1\) > 0\)\)\)$/.exec(definition) ??
    /^CHECK \(\((\w+) = ((?:'.*'::text)|\d+)\)\)$/.exec(definition);
  if (listMatch !== null) return { column: listMatch[1]!, values: valuesOf(listMatch[2]!) };
  const rangeMatch = /^CHECK \(\(\((\w+) >= (\d+)\) AND \(\1 <= (\d+)\)\)\)$/.exec(definition);
  if (rangeMatch === null) return null;
  const { values } = createNumberList(Number(rangeMatch[2]), Number(rangeMatch[3]));
  return { column: rangeMatch[1]!, values: values.map(String).sort() };
}

/** The code's lists as sorted texts, by "table.column". */
const declared: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(lists).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, list]) => {
      if (list === null) return [];
      const values = "isFor" in list ? list.values.map(String) : Object.keys(list);
      return [[`${table}.${column}`, values.sort()] as const];
    }),
  ),
);

function differences(checks: readonly Check[]): string[] {
  const found: string[] = [];
  const unseen = new Set([...declared.keys(), ...Object.keys(partLists)]);
  const compare = (where: string, inDatabase: unknown, inCode: unknown) => {
    unseen.delete(where);
    if (inCode === undefined)
      found.push(`${where}: the code has no list for the check of ${JSON.stringify(inDatabase)}`);
    else if (JSON.stringify(inDatabase) !== JSON.stringify(inCode))
      found.push(
        `${where}: ${JSON.stringify(inDatabase)} in the database, ${JSON.stringify(inCode)} in the code`,
      );
  };
  for (const check of checks) {
    const { table, name, definition } = check;
    const list = columnList(check);
    if (list !== null) {
      const where = `${table}.${list.column}`;
      compare(where, list.values, declared.get(where));
      continue;
    }
    const parts = [...definition.matchAll(/ARRAY\[([^\]]*)\]/g)].map((part) => valuesOf(part[1]!));
    if (parts.length > 0)
      compare(
        name,
        parts,
        partLists[name]?.map((values) => [...values].sort()),
      );
    const known = new Set(
      [...declared]
        .flatMap(([where, values]) => (where.startsWith(`${table}.`) ? values : []))
        .concat(...(partLists[name] ?? [])),
    );
    for (const [, word] of definition.matchAll(/'([^']+)'::text/g))
      if (!known.has(word!) && !otherWords.has(`${name}: ${word}`))
        found.push(`${name}: "${word}" is in no list of ${table}`);
  }
  return [...found, ...[...unseen].map((where) => `${where}: the database has no check for this list`)];
}

test("the lists in the database's checks are the lists in the code", async () => {
  expect(differences(await checksOf(database.pool))).toEqual([]);
});

describe("a list that differs is found", () => {
  const differencesAfter = async (statement: string): Promise<string[]> => {
    const client = await database.pool.connect();
    try {
      await client.query(`begin; ${statement}`);
      return differences(await checksOf(client));
    } finally {
      await client.query("rollback");
      client.release();
    }
  };
  const differencesWithCheck = (table: string, name: string, condition: string) =>
    differencesAfter(
      `alter table ${table} drop constraint ${name}, add constraint ${name} check (${condition})`,
    );

  test("a value that only the database has is found", async () => {
    expect(
      await differencesWithCheck(
        "events",
        "events_currency_check",
        `currency in ('xxx', '${currency.options.join("', '")}')`,
      ),
    ).toEqual([
      `events.currency: ${JSON.stringify([...currency.options, "xxx"].sort())} in the database, ${JSON.stringify(currency.options.toSorted())} in the code`,
    ]);
  });

  test("a value that the database lacks is found", async () => {
    expect(
      await differencesWithCheck("form_questions", "form_questions_type_id_check", "type_id between 0 and 3"),
    ).toEqual([
      `form_questions.type_id: ["0","1","2","3"] in the database, ${JSON.stringify(questionTypeIds.map(String).sort())} in the code`,
    ]);
    expect(await differencesWithCheck("mails", "mails_state_check", "state in ('queued')")).toEqual([
      'mails.state: ["queued"] in the database, ["failed","queued","sent"] in the code',
    ]);
  });

  test("a list whose check was removed is found", async () => {
    expect(await differencesAfter("alter table payments drop constraint payments_state_check")).toEqual([
      "payments.state: the database has no check for this list",
    ]);
  });

  test("a check whose list is not in the code is found", async () => {
    expect(
      await differencesAfter("alter table clubs add constraint planted check (phone in ('1', '2'))"),
    ).toEqual(['clubs.phone: the code has no list for the check of ["1","2"]']);
    expect(
      await differencesAfter("alter table clubs add constraint planted check (phone = 'a' or name = 'b')"),
    ).toEqual(['planted: "a" is in no list of clubs', 'planted: "b" is in no list of clubs']);
  });

  test("a different list in a check of several conditions is found", async () => {
    expect(
      await differencesWithCheck(
        "registrations",
        "registrations_end",
        "(state in ('held', 'pending', 'active')) = (expires_at is not null)",
      ),
    ).toEqual([
      'registrations_end: [["active","held","pending"]] in the database, [["held","pending"]] in the code',
    ]);
  });
});
