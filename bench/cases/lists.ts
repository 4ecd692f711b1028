import { sql } from "kysely";
import type { PayloadOf } from "../../contract/all.ts";
import type { Db } from "../../server/db/pool.ts";
import { buildEvent, buildTicket, buildUser } from "../../server/testing/builders.ts";
import { runQuery } from "../../server/testing/cluster.ts";
import { fillEntries, fillOrders, fillSponsorships } from "../../server/testing/manyRows.ts";
import { openSession } from "../../server/testing/tokens.ts";
import { createDatabase, withConnection } from "../databases.ts";
import { figuresOf } from "../load/figures.ts";
import { startTarget, type Target } from "../processes.ts";
import type { Bench, Goal, Report } from "../report.ts";
import { measureTimes, percentile } from "../timed.ts";

const perPage = 25;
const events = 5;
/** The requests for each list, for each of the `--seconds`. */
const requestsPerSecond = 10;
const maxImported = 20_000;

interface Site {
  url: string;
  token: string;
  /** The rows in a list of the event `long`; `short` has 25. Sponsorships are a tenth as many. */
  count: number;
  long: number;
  short: number;
  imported: { eventId: number; ticketId: number };
}

interface ListRequest {
  name: string;
  mostMs: number;
  call: string;
  query: (list: { count: number }, n: number) => Record<string, string | number>;
}

const pagedCalls = ["order/getOrders", "registration/getAttendees", "waitingList/getByEventId"];
const page = (pageOf: (pages: number) => number) => (list: { count: number }) => ({
  itemsPerPage: perPage,
  page: Math.max(1, pageOf(Math.ceil(list.count / perPage))),
});
// A prime number, so that the guests are spread over the whole list.
const guestNumber = ({ count }: { count: number }, n: number) => 1 + ((n * 7919) % count);
const terms = [
  (list: { count: number }, n: number) => `guest${guestNumber(list, n)}`,
  (list: { count: number }, n: number) => `guest${guestNumber(list, n)}@exa`,
  (list: { count: number }, n: number) => `an guest${guestNumber(list, n)}`,
  (_list: { count: number }, n: number) => `nobody${n}`,
];

const listRequests: ListRequest[] = [
  ...pagedCalls.flatMap((call): ListRequest[] => [
    { name: `${call}, first page`, mostMs: 30, call, query: page(() => 1) },
    { name: `${call}, in the middle`, mostMs: 30, call, query: page((pages) => Math.floor(pages / 2)) },
    { name: `${call}, last page`, mostMs: 30, call, query: page((pages) => pages) },
    {
      name: `${call}, a search`,
      mostMs: 50,
      call,
      query: (list, n) => ({ itemsPerPage: perPage, searchKeyword: terms[n % terms.length]!(list, n) }),
    },
  ]),
  {
    name: "order/getOrders, those that need attention",
    mostMs: 30,
    call: "order/getOrders",
    query: () => ({ itemsPerPage: perPage, needsAttention: "true" }),
  },
  { name: "attention/getCases", mostMs: 30, call: "attention/getCases", query: () => ({}) },
  {
    name: "sponsorship/getSponsorshipsByEventId",
    mostMs: 30,
    call: "sponsorship/getSponsorshipsByEventId",
    query: () => ({ paymentStatus: "refunded" }),
  },
  { name: "sponsorship/getTotals", mostMs: 30, call: "sponsorship/getTotals", query: () => ({}) },
];

/** Measures the lists of staff, compared with an event of 25 rows, and right after an import. */
export async function lists(bench: Bench): Promise<Report> {
  const site = await prepareSite(bench);
  const target = await startTarget("foyer", { databaseUrl: site.url, dataDir: bench.dataDir });
  const report: Report = {
    title: `lists: ${site.count.toLocaleString("en-US")} of one event among ${bench.rows.toLocaleString("en-US")}`,
    figures: {},
    goals: [],
    problems: [],
  };
  try {
    for (const listRequest of listRequests) await measure(bench, target, site, listRequest, report);
    const order = await orderPicker(site);
    const history = (n: number) => callApi(target, site, "order/getHistory", { orderId: order(n) });
    await measureTimes(20, history);
    const requestCount = bench.seconds * requestsPerSecond;
    report.goals.push(p95Of("order/getHistory", await measureTimes(requestCount, history), 30));
    await importMany(target, site, Math.min(maxImported, bench.rows));
    report.goals.push(...(await measureImported(target, site)));
    return report;
  } finally {
    await target.stop();
  }
}

/** Measures lists right after the import, when PostgreSQL has probably not analysed the new rows. */
async function measureImported(target: Target, site: Site): Promise<Goal[]> {
  const { eventId } = site.imported;
  const goals: Goal[] = [];
  let orderIds: number[] = [];
  for (const [call, mostMs] of [
    ["order/getOrders", 30],
    ["registration/getAttendees", 30],
    ["waitingList/getByEventId", 30],
    ["sponsorship/getSponsorshipsByEventId", 30],
    ["sponsorship/getTotals", 30],
    ["attention/getCases", 30],
    ["order/getHistory", 30],
    ["event/getClosing", 1000],
  ] as const) {
    const times = await measureTimes(20, async (n) => {
      const query: Record<string, number> =
        call === "order/getHistory"
          ? { orderId: orderIds[n % orderIds.length]! }
          : { eventId, itemsPerPage: perPage };
      const { payload } = await callApi(target, site, call, query);
      if (call === "order/getOrders")
        orderIds = (payload as PayloadOf<typeof call>).items.map(({ id }) => id);
    });
    goals.push(p95Of(`${call} right after an import`, times, mostMs));
  }
  return goals;
}

async function measure(
  bench: Bench,
  target: Target,
  site: Site,
  { name, call, query, mostMs }: ListRequest,
  report: Report,
): Promise<void> {
  const requestsFor = async (eventId: number) => {
    const { payload } = await callApi(target, site, call, { eventId });
    const list = { count: (payload as { totalItems?: number }).totalItems ?? perPage };
    return (n: number) => callApi(target, site, call, { eventId, ...query(list, n) });
  };
  const long = await requestsFor(site.long);
  const short = await requestsFor(site.short);
  const requestCount = bench.seconds * requestsPerSecond;
  // These requests warm up the code and the caches.
  await measureTimes(20, long);
  await measureTimes(20, short);
  let times: number[] = [];
  const measured = await bench.metered(target, async () => {
    const startedAt = performance.now();
    times = await measureTimes(requestCount, long);
    const latencies = new Map<number, number>();
    for (const ms of times) latencies.set(Math.ceil(ms * 10), (latencies.get(Math.ceil(ms * 10)) ?? 0) + 1);
    return {
      served: requestCount,
      acknowledged: requestCount,
      seconds: (performance.now() - startedAt) / 1000,
      refused: {},
      latencies: [...latencies],
      sample: "",
    };
  });
  const shortTimes = await measureTimes(requestCount, short);
  report.figures[name] = figuresOf([measured]);
  report.goals.push(p95Of(name, times, mostMs), {
    name: `${name}: median time / median time for an event of ${perPage} rows`,
    is: percentile(times, 0.5) / percentile(shortTimes, 0.5),
    atMost: 10,
  });
}

function p95Of(name: string, times: readonly number[], atMost: number): Goal {
  return { name: `p95 of ${name} in ms`, is: percentile(times, 0.95), atMost, measures: "time" };
}

async function callApi(
  { port }: Target,
  { token }: Site,
  call: string,
  query: Record<string, string | number>,
): Promise<{ payload: unknown }> {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const reply = await fetch(`http://127.0.0.1:${port}/api/${call}?${params.toString()}`, {
    headers: { authorization: token },
  });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${call} answered ${reply.status}: ${text}`);
  return JSON.parse(text) as { payload: unknown };
}

async function prepareSite({ clusterUrl, rows }: Bench): Promise<Site> {
  const url = await createDatabase(clusterUrl, "lists");
  return withConnection(url, async ({ db }) => {
    const count = Math.ceil(rows / events);
    const { id: long, clubId } = await buildEvent(db, { slug: "long" });
    const indexes = await dropSearchIndexes(db);
    await fill(db, long, count);
    for (let n = 1; n < events; n++) await fill(db, (await buildEvent(db, { clubId })).id, count);
    const { id: short } = await buildEvent(db, { clubId });
    await fill(db, short, perPage);
    await sql`set maintenance_work_mem = '256MB'`.execute(db);
    for (const definition of indexes) await sql.raw(definition).execute(db);
    const { id: eventId } = await buildEvent(db, { clubId });
    const { id: ticketId } = await buildTicket(db, eventId, { maxStock: maxImported });
    const few = Math.ceil(count / 10);
    await fillEntries(db, { eventId, ticketId: (await buildTicket(db, eventId)).id, count: few });
    await fillSponsorships(db, eventId, few);
    const token = await openSession(db, (await buildUser(db, 20, clubId)).id, new Date());
    await sql`vacuum analyze`.execute(db);
    return { url, token, count, long, short, imported: { eventId, ticketId } };
  });
}

/** Drops the search indexes, because creating them after the rows are inserted is faster. */
async function dropSearchIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where indexname in ('attendees_search', 'registrations_search', 'orders_search', 'waiting_entries_search', 'sponsorships_search')`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}

/** Fills all lists of an event. Every thousandth buyer's mail bounced. */
async function fill(db: Db, eventId: number, count: number): Promise<void> {
  const { id: ticketId } = await buildTicket(db, eventId, { maxStock: count });
  await fillOrders(db, { eventId, ticketId, count });
  await fillEntries(db, { eventId, ticketId, count });
  await fillSponsorships(db, eventId, Math.ceil(count / 10));
  await sql`insert into audit_log (actor, event_id, entity, entity_id, action)
    select 'visitor', ${eventId}::bigint, 'order', id, action from orders, unnest('{placed,paid}'::text[]) as action
    where event_id = ${eventId}`.execute(db);
  await sql`insert into mails (key, kind, recipient, payload, message_id, state, bounced_at)
    select 'back:' || id, 'tickets', email, jsonb_build_object('registrationId', id), id, 'failed', now()
    from registrations where event_id = ${eventId} and id % 1000 = 0`.execute(db);
  await sql`update events set sold = ${count}, attendee_count = ${count} where id = ${eventId}`.execute(db);
  await sql`update tickets set sold = ${count} where id = ${ticketId}`.execute(db);
}

async function orderPicker({ url, long }: Site): Promise<(n: number) => number> {
  const rows = (await runQuery(
    url,
    `select id from orders where event_id = ${long} order by md5(id::text) limit 200`,
  )) as { id: string }[];
  return (n) => Number(rows[n % rows.length]!.id);
}

async function importMany(
  { port }: Target,
  { token, imported: { eventId, ticketId } }: Site,
  count: number,
): Promise<void> {
  const people = Array.from({ length: count }, (_, n) => `Ada,Newcomer${n},new${n}@example.org`);
  const form = new FormData();
  form.set("eventId", String(eventId));
  form.set("ticketId", String(ticketId));
  form.set("file", new Blob([["First name,Last name,E-mail", ...people].join("\n")]), "people.csv");
  const reply = await fetch(`http://127.0.0.1:${port}/api/registration/bulkImportAttendee`, {
    method: "POST",
    headers: { authorization: token, "idempotency-key": "bench-lists" },
    body: form,
  });
  const result = (await reply.json()) as { payload?: { insertCount: number } };
  if (result.payload?.insertCount !== count) throw new Error(`The import returned ${JSON.stringify(result)}`);
}
