/**
 * Measures the door: check-ins by HTTP, devices that come back with queued scans, and the copy that they begin with.
 */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { migrate } from "../../server/db/migrate.ts";
import { openDatabase } from "../../server/db/pool.ts";
import { auditDoor } from "../../server/door/auditDoor.ts";
import { auditFigures } from "../../server/stats/auditFigures.ts";
import { inSameCluster, runQuery } from "../../server/testing/cluster.ts";
import { buildDoor, codesOf, type Door } from "../doors.ts";
import { converse } from "../load/connection.ts";
import { figuresOf } from "../load/figures.ts";
import type { LoadResult } from "../load/plan.ts";
import { startTarget, type Target } from "../processes.ts";
import type { Bench, Report } from "../report.ts";

const guests = 100_000;
const copied = 50_000;
const devices = 20;
const queued = 2_000;
const atOnce = 500;
const pacePerSecond = 200;
const connections = 64;

interface Evening extends Door {
  url: string;
  /** The codes of all guests. Each is shown once. */
  codes: string[];
  /** An event that is copied as a whole. */
  copy: Door;
}

/** Measures the calls of devices. Each attendee's code is shown once. */
export async function door(bench: Bench): Promise<Report> {
  const at = await gather(bench);
  const target = await startTarget(
    "foyer",
    { databaseUrl: at.url, dataDir: bench.dataDir },
    bench.profileDir,
  );
  const rest = at.codes.values();
  const next = (): string => {
    const { value, done } = rest.next();
    if (done === true) throw new Error("Everybody is in: the run is too long for its guests.");
    return value;
  };
  try {
    await steady(target, at, next, Math.min(3, bench.seconds));
    const paced = await bench.metered(target, () => pacedFor(target, at, next, Math.min(15, bench.seconds)));
    const most = await bench.metered(target, () => steady(target, at, next, Math.min(15, bench.seconds)));
    const drained = await drain(target, at, next);
    const copy = await copyAll(target, at);
    return {
      title: `the door of an event of ${guests.toLocaleString("en-US")} attendees`,
      figures: {
        [`check-ins, ${connections} connections`]: figuresOf([most]),
        [`check-ins at ${pacePerSecond} a second`]: figuresOf([paced]),
      },
      goals: [
        { name: "check-ins a second", is: figuresOf([most]).perSecond, atLeast: 1000 },
        {
          name: `p99 of a check-in at ${pacePerSecond} a second in ms`,
          is: figuresOf([paced]).p99Ms,
          atMost: 20,
        },
        { name: `seconds until ${devices} devices are rid of ${queued} scans each`, is: drained, atMost: 30 },
        { name: `seconds for a copy of ${copied} attendees`, is: copy.seconds, atMost: 10 },
        { name: "MB of that copy, not compressed", is: copy.megabytes, atMost: 15 },
      ],
      problems: await problemsOf(at, most.acknowledged + paced.acknowledged),
    };
  } finally {
    await target.stop();
  }
}

async function gather({ clusterUrl }: Bench): Promise<Evening> {
  await runQuery(clusterUrl, "create database door");
  const url = inSameCluster(clusterUrl, "door");
  await migrate(url);
  const copy = await buildDoor({ url }, copied);
  const at = await buildDoor({ url }, guests);
  return { url, ...at, codes: await codesOf({ url }, at.eventId), copy };
}

let sequence = 0;

function bodyOf({ eventId }: Door, codes: readonly string[], decided: boolean, deviceId: string): string {
  const claimedAt = new Date().toISOString();
  const scans = codes.map((code) => ({
    scanId: randomUUID(),
    sequence: ++sequence,
    kind: "admit",
    code,
    decided,
    claimedAt,
  }));
  return JSON.stringify({ eventId, deviceId, waiting: 0, scans });
}

const path = "/api/door/sync";
const isWelcome = (reply: string): boolean => reply.includes('"verdict":"welcome"');

/** One check-in after another on each connection, for some seconds. */
async function steady(target: Target, at: Evening, next: () => string, seconds: number): Promise<LoadResult> {
  const result = nothingYet(seconds);
  const endsAt = performance.now() + seconds * 1000;
  const oneMore = (deviceId: string): Buffer => {
    const body = bodyOf(at, [next()], false, deviceId);
    return Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${at.token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
  await Promise.all(
    Array.from({ length: connections }, () => {
      const deviceId = randomUUID();
      return converse(target.port, oneMore(deviceId), (status, latencyMs, reply) => {
        const isInTime = performance.now() < endsAt;
        note(result, { status, latencyMs, reply: reply.toString("latin1"), isInTime });
        return isInTime && status !== 0 ? oneMore(deviceId) : null;
      });
    }),
  );
  return result;
}

/** A fixed rate of check-ins a second, whether earlier ones are answered or not. */
async function pacedFor(
  target: Target,
  at: Evening,
  next: () => string,
  seconds: number,
): Promise<LoadResult> {
  const result = nothingYet(seconds);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const deviceId = randomUUID();
  const startedAt = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < seconds * pacePerSecond; n++) {
    const dueAt = startedAt + (n * 1000) / pacePerSecond;
    const early = dueAt - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const sentAt = performance.now();
    all.push(
      post(target, at, { path, body: bodyOf(at, [next()], false, deviceId), agent }).then(
        ({ status, reply }) =>
          note(result, { status, reply, latencyMs: performance.now() - sentAt, isInTime: true }),
      ),
    );
  }
  await Promise.all(all);
  agent.destroy();
  return result;
}

/** Devices that come back at once, each with its queue. Returns the seconds until the last queue is empty. */
async function drain(target: Target, at: Evening, next: () => string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const queues = Array.from({ length: devices }, () => {
    const deviceId = randomUUID();
    return Array.from({ length: queued / atOnce }, () =>
      bodyOf(at, Array.from({ length: atOnce }, next), true, deviceId),
    );
  });
  const startedAt = performance.now();
  await Promise.all(
    queues.map(async (bodies) => {
      for (const body of bodies) {
        const { status, reply } = await post(target, at, { path, body, agent });
        if (status !== 200) throw new Error(`A device was told ${status}: ${reply.slice(0, 200)}`);
      }
    }),
  );
  agent.destroy();
  return (performance.now() - startedAt) / 1000;
}

async function copyAll({ port }: Target, { copy }: Evening): Promise<{ seconds: number; megabytes: number }> {
  const startedAt = performance.now();
  let bytes = 0;
  let after = 0;
  for (let isLast = false; !isLast; ) {
    const query = `eventId=${copy.eventId}&after=${after}&limit=5000`;
    const reply = await fetch(`http://127.0.0.1:${port}/api/door/getCopy?${query}`, {
      headers: { authorization: copy.token },
    });
    const body = await reply.text();
    bytes += Buffer.byteLength(body);
    const { payload } = JSON.parse(body) as {
      payload: { attendees: { attendeeId: number }[]; isLast: boolean };
    };
    after = payload.attendees.at(-1)!.attendeeId;
    isLast = payload.isLast;
  }
  return { seconds: (performance.now() - startedAt) / 1000, megabytes: bytes / 1e6 };
}

function post(
  { port }: Target,
  { token }: Door,
  { path: where, body, agent }: { path: string; body: string; agent: Agent },
): Promise<{ status: number; reply: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: token,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const sent = request(
      { port, host: "127.0.0.1", method: "POST", path: where, headers, agent },
      (response) => {
        text(response).then((reply) => resolve({ status: response.statusCode ?? 0, reply }), reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

function nothingYet(seconds: number): LoadResult {
  return { seconds, served: 0, acknowledged: 0, refused: {}, latencies: [], sample: "" };
}

/** Only admitted attendees count as served. */
function note(
  result: LoadResult,
  {
    status,
    latencyMs,
    reply,
    isInTime,
  }: { status: number; latencyMs: number; reply: string; isInTime: boolean },
): void {
  if (status !== 200 || !isWelcome(reply)) {
    result.refused[status] = (result.refused[status] ?? 0) + 1;
    result.sample = reply;
    return;
  }
  result.acknowledged += 1;
  if (!isInTime) return;
  result.served += 1;
  result.latencies.push([Math.ceil(latencyMs * 10), 1]);
}

/** Sentences about check-ins that do not match the acknowledged ones, and about findings of the audit. */
async function problemsOf({ url, eventId }: Evening, acknowledged: number): Promise<string[]> {
  const { db, close } = openDatabase(url);
  try {
    const problems = [...(await auditDoor(db)), ...(await auditFigures(db))].map(
      ({ what, id, kept, counted }) => `${what} ${id}: ${kept}, not ${counted}`,
    );
    const { count } = await db
      .selectFrom("checkins")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("event_id", "=", eventId)
      .executeTakeFirstOrThrow();
    const least = acknowledged + devices * queued;
    return Number(count) >= least
      ? problems
      : [...problems, `${least} check-ins were acknowledged and ${count} are there`];
  } finally {
    await close();
  }
}
