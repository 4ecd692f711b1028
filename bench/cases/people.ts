import pg from "pg";
import { MOST_IMPORTED_ROWS } from "../../contract/rules/importLimits.ts";
import { openDatabase } from "../../server/db/pool.ts";
import { buildEvent, buildTicket, buildUser } from "../../server/testing/builders.ts";
import { openSession } from "../../server/testing/tokens.ts";
import { memoryMbOf } from "../cpu.ts";
import { createDatabase, dist, problemsOf } from "../databases.ts";
import { figuresOf } from "../load/figures.ts";
import { startTarget, type Target } from "../processes.ts";
import type { Bench, Report } from "../report.ts";
import { measureTimes, percentile } from "../timed.ts";

const crowdSize = 200_000;
const otherEvents = 8;
const otherEventSize = 100_000;
const searches = 10_000;
const pages = 2000;
const importedRows = MOST_IMPORTED_ROWS;

interface Crowd {
  url: string;
  token: string;
  eventId: number;
  importTo: { eventId: number; ticketId: number };
}

/** Measures staff work with a million attendees, 200,000 of them of one event. */
export async function people(bench: Bench): Promise<Report> {
  const crowd = await prepareCrowd(bench);
  const target = await startTarget("foyer", {
    databaseUrl: crowd.url,
    dataDir: bench.dataDir,
    dist,
    cachesPages: true,
  });
  try {
    // Measurements whose result is not used warm up the code and the caches.
    await measureTimes(400, (n) => listAttendees(target, crowd, { searchKeyword: termOf(n) }));
    const search = await measureTimes(searches, (n) =>
      listAttendees(target, crowd, { searchKeyword: termOf(n) }),
    );
    const firstDeep = await measureTimes(1, () =>
      listAttendees(target, crowd, { page: 7000, sortBy: "name" }),
    );
    // A prime number, so that the pages are spread over the whole list.
    const anywhere = (n: number) => ({
      page: 1 + ((n * 7919) % (crowdSize / 25)),
      sortBy: (["-registration", "registration", "name", "-name"] as const)[n % 4]!,
    });
    await measureTimes(8, (n) => listAttendees(target, crowd, { ...anywhere(n), page: 7000 }));
    const list = await measureTimes(pages, (n) => listAttendees(target, crowd, anywhere(n)));
    const figures = () => callApi(target, crowd, "checkin/getStatistics", { date: "2026-11-21" });
    await measureTimes(50, figures);
    const statistics = await measureTimes(pages, figures);
    const firstDownload = await download(target, crowd);
    let isStopped = false;
    const downloading = (async () => {
      const results = [];
      while (!isStopped) results.push(await download(target, crowd));
      return results;
    })();
    const load = { method: "GET", path: "/crowd", headers: { accept: "text/html" }, connections: 4 } as const;
    const pageFigures = figuresOf([
      await bench.load(target, { ...load, seconds: Math.min(10, bench.seconds) }),
    ]);
    isStopped = true;
    const parallelDownloads = await downloading;
    const imported = await importAll(target, crowd);
    return {
      title: `attendees: ${crowdSize.toLocaleString("en-US")} of one event among 1,000,000`,
      figures: { "event page during a download": pageFigures },
      goals: [
        { name: "p95 of a search in ms", is: percentile(search, 0.95), atMost: 30, measures: "time" },
        {
          name: "p95 of a page anywhere in the list in ms",
          is: percentile(list, 0.95),
          atMost: 10,
          measures: "time",
        },
        {
          name: "the first request for a page far down the sorted list, in ms",
          is: firstDeep[0]!,
          atMost: 2000,
          measures: "time",
        },
        {
          name: "p95 of the statistics in ms",
          is: percentile(statistics, 0.95),
          atMost: 5,
          measures: "time",
        },
        { name: "rows a second of an .xlsx", is: firstDownload.perSecond, atLeast: 40_000, measures: "rate" },
        {
          name: "growth of memory by downloads in MB",
          is: Math.max(...[firstDownload, ...parallelDownloads].map(({ growthMb }) => growthMb)),
          atMost: 100,
        },
        {
          name: "p99 of an event page during a download in ms",
          is: pageFigures.p99Ms,
          atMost: 50,
          measures: "time",
        },
        {
          name: `seconds of an import of ${importedRows.toLocaleString("en-US")} rows`,
          is: imported.seconds,
          atMost: 20,
          measures: "time",
        },
        { name: "growth of memory by an import in MB", is: imported.growthMb, atMost: 200 },
      ],
      problems: await problemsOf(crowd),
    };
  } finally {
    await target.stop();
  }
}

async function prepareCrowd({ clusterUrl }: Bench): Promise<Crowd> {
  const url = await createDatabase(clusterUrl, "people");
  const { db, close } = openDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const crowd = await buildEvent(db, { slug: "crowd" });
    const { clubId } = crowd;
    // Creating the index after the rows are inserted is faster.
    const { rows } = await client.query<{ definition: string }>(
      "select pg_get_indexdef('attendees_search'::regclass) as definition",
    );
    await client.query("drop index attendees_search");
    for (let n = 0; n <= otherEvents; n++) {
      const event = n === 0 ? crowd : await buildEvent(db, { clubId, slug: `crowd-${n}` });
      const count = n === 0 ? crowdSize : otherEventSize;
      await fill(
        client,
        event.id,
        (await buildTicket(db, event.id, { maxStock: count, price: 0 })).id,
        count,
      );
    }
    const importTo = await buildEvent(db, { clubId, slug: "import" });
    const ticket = await buildTicket(db, importTo.id, { maxStock: importedRows });
    const token = await openSession(db, (await buildUser(db, 20, clubId)).id, new Date());
    await client.query("set maintenance_work_mem = '256MB'");
    await client.query(rows[0]!.definition);
    await client.query("vacuum analyze");
    return { url, token, eventId: crowd.id, importTo: { eventId: importTo.id, ticketId: ticket.id } };
  } finally {
    await client.end();
    await close();
  }
}

const firstNames = [
  ..."Mia Leo Zoë Jörg Anna Paul Somchai Åsa Emma Noah Luis Chloé สมชาย มานี กมล อรุณ ปิยะ Дмитрий Ольга Yuki".split(
    " ",
  ),
  ..."Grace Oliver Amelia Jack Isla Harry Poppy George Freya Arthur".split(" "),
];
const lastNames = [
  ..."Keller Müller Schmidt Fischer Weber Wagner Becker Hoffmann Schäfer Koch ใจดี ศรีสุข ทองคำ แสงจันทร์ รักไทย".split(
    " ",
  ),
  ..."Иванов Петрова Tanaka O'Brien Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright".split(
    " ",
  ),
];

/** The names of the n-th attendee. The last letters depend on n, so that most names are rare. */
const nameSql = `(($3::text[])[1 + (n * 31) % array_length($3, 1)])`;
const lastSql = `(($4::text[])[1 + (n * 17) % array_length($4, 1)] || substr('bcdfghklmnprstvw', 1 + (n % 16), 1)
  || substr('aeiou', 1 + (n / 16 % 5), 1) || substr('bcdfghklmnprstvw', 1 + (n / 80 % 16), 1))`;

async function fill(client: pg.Client, eventId: number, ticketId: number, count: number): Promise<void> {
  await client.query(
    `with registered as (
      insert into registrations (event_id, state, email, access_key, places, lines, subtotal, tax, total_amount, currency)
      select $1::bigint, 'active', 'guest' || n || '@example.org', md5($1::bigint || 'key' || n), 1,
        jsonb_build_array(jsonb_build_object('kind', 'ticket', 'refId', $2::bigint, 'title', 'Standard', 'unitPrice', 0, 'quantity', 1, 'total', 0)),
        0, 0, 0, 'eur' from generate_series(1, $5::int) n
      returning id
    ), numbered as (
      select id, row_number() over (order by id)::int as n from registered
    ), people as (
      insert into attendees (registration_id, event_id, ticket_id, is_primary, first_name, last_name, email, phone, qr_uuid)
      select id, $1::bigint, $2::bigint, true, ${nameSql}, ${lastSql}, 'guest' || n || '@' || substr(md5(n::text), 1, 6) || '.example',
        '+49 ' || 100 + n % 900 || ' ' || (n::bigint * 7919) % 10000000, gen_random_uuid() from numbered
    ), ordered as (
      insert into orders (order_number, purpose, event_id, registration_id, subtotal, tax, total_amount, currency, payment_status, paid_at)
      select 'BENCH-' || id, 'registration', $1::bigint, id, 0, 0, 0, 'eur', 'free', now() from numbered
      returning id
    )
    insert into order_items (order_id, kind, ref_id, title, unit_price, quantity, total)
    select id, 'ticket', $2::bigint, 'Standard', 0, 1, 0 from ordered`,
    [eventId, ticketId, firstNames, lastNames, count],
  );
  await client.query("update tickets set sold = sold + $2 where id = $1", [ticketId, count]);
  await client.query(
    "update events set sold = sold + $2, attendee_count = attendee_count + $2 where id = $1",
    [eventId, count],
  );
}

function termOf(n: number): string {
  const random = (limit: number) => Math.floor(Math.random() * limit);
  const first = firstNames[random(firstNames.length)]!;
  const last = lastNames[random(lastNames.length)]!;
  switch (n % 8) {
    case 0:
      return first.slice(0, 2 + random(4));
    case 1:
      return last.slice(0, 2 + random(6));
    case 2:
      return `${first} ${last.slice(0, 3)}`;
    case 3:
      return `guest${random(crowdSize)}`;
    case 4:
      return `${random(0xffffff).toString(16)}.exa`;
    case 5:
      return `+49 ${100 + random(900)} ${random(100_000)}`;
    case 6:
      return `nobody${random(1e6).toString(36)}`;
    default:
      return `${last}${"bcdfghkl"[random(8)]}${"aeiou"[random(5)]}${"mnprstvw"[random(8)]}`;
  }
}

function listAttendees(target: Target, crowd: Crowd, query: Record<string, string | number>): Promise<void> {
  return callApi(target, crowd, "registration/getAttendees", { itemsPerPage: 25, ...query });
}

async function callApi(
  { port }: Target,
  { token, eventId }: Crowd,
  call: string,
  query: Record<string, string | number>,
): Promise<void> {
  const params = new URLSearchParams({ eventId: String(eventId) });
  for (const [name, value] of Object.entries(query)) params.set(name, String(value));
  const reply = await fetch(`http://127.0.0.1:${port}/api/${call}?${params.toString()}`, {
    headers: { authorization: token },
  });
  if (reply.status !== 200) throw new Error(`${call} answered ${reply.status}: ${await reply.text()}`);
  await reply.arrayBuffer();
}

async function download(
  { port, pid }: Target,
  { token, eventId }: Crowd,
): Promise<{ perSecond: number; growthMb: number }> {
  const before = memoryMbOf(pid) ?? 0;
  let maxMb = before;
  const startedAt = performance.now();
  const reply = await fetch(
    `http://127.0.0.1:${port}/api/registration/downloadAttendees?eventId=${eventId}`,
    {
      headers: { authorization: token },
    },
  );
  if (reply.status !== 200) throw new Error(`The download answered ${reply.status}`);
  for await (const _piece of reply.body!) maxMb = Math.max(maxMb, memoryMbOf(pid) ?? 0);
  return { perSecond: (crowdSize * 1000) / (performance.now() - startedAt), growthMb: maxMb - before };
}

async function importAll(
  { port, pid }: Target,
  { token, importTo }: Crowd,
): Promise<{ seconds: number; growthMb: number }> {
  const rows = Array.from(
    { length: importedRows },
    (_, n) =>
      `${firstNames[n % firstNames.length]},${lastNames[n % lastNames.length]},new${n}@example.org,+49 40 ${n},Foyer`,
  );
  const form = new FormData();
  form.set("eventId", String(importTo.eventId));
  form.set("ticketId", String(importTo.ticketId));
  form.set(
    "file",
    new Blob([["First name,Last name,E-mail,Phone,Company", ...rows].join("\n")]),
    "people.csv",
  );
  const before = memoryMbOf(pid) ?? 0;
  let maxMb = before;
  const watch = setInterval(() => {
    maxMb = Math.max(maxMb, memoryMbOf(pid) ?? 0);
  }, 20);
  const startedAt = performance.now();
  const reply = await fetch(`http://127.0.0.1:${port}/api/registration/bulkImportAttendee`, {
    method: "POST",
    headers: { authorization: token, "idempotency-key": "bench-import" },
    body: form,
  });
  const answer = (await reply.json()) as { payload: { insertCount: number } };
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(watch);
  if (answer.payload?.insertCount !== importedRows)
    throw new Error(`The import returned ${JSON.stringify(answer)}`);
  return { seconds, growthMb: maxMb - before };
}
