import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { auditDoor } from "../../server/door/auditDoor.ts";
import { auditFigures } from "../../server/stats/auditFigures.ts";
import { createDatabase, withConnection } from "../databases.ts";
import { buildDoor, codesOf, type Door } from "../doors.ts";
import { exchangeRequests } from "../load/connection.ts";
import { figuresOf } from "../load/figures.ts";
import type { LoadResult } from "../load/plan.ts";
import { startTarget, type Target } from "../processes.ts";
import type { Bench, Report } from "../report.ts";

const guests = 100_000;
const downloadedAttendees = 50_000;
const devices = 20;
const queuedScans = 2_000;
const scansPerRequest = 500;
const pacePerSecond = 200;
const connections = 64;

interface DoorSite extends Door {
  url: string;
  /** Each guest's code, which is scanned at most once. */
  codes: string[];
  /** The event whose whole attendee list a device downloads. */
  downloaded: Door;
}

/** Measures check-ins, devices that send queued scans, and the first download of the list. */
export async function door(bench: Bench): Promise<Report> {
  const site = await prepareSite(bench);
  const target = await startTarget(
    "foyer",
    { databaseUrl: site.url, dataDir: bench.dataDir },
    bench.profileDir,
  );
  const remainingCodes = site.codes.values();
  const nextCode = (): string => {
    const { value, done } = remainingCodes.next();
    if (done === true)
      throw new Error("All guests are checked in: the run is too long for the number of guests.");
    return value;
  };
  try {
    // Warm-up, which is not measured.
    await checkInSteadily(target, site, nextCode, Math.min(3, bench.seconds));
    const seconds = Math.min(15, bench.seconds);
    const pacedResult = await bench.metered(target, () => checkInAtRate(target, site, nextCode, seconds));
    const steadyResult = await bench.metered(target, () => checkInSteadily(target, site, nextCode, seconds));
    const sendSeconds = await sendQueues(target, site, nextCode);
    const download = await downloadList(target, site);
    return {
      title: `the door of an event of ${guests.toLocaleString("en-US")} attendees`,
      figures: {
        [`check-ins, ${connections} connections`]: figuresOf([steadyResult]),
        [`check-ins at ${pacePerSecond} a second`]: figuresOf([pacedResult]),
      },
      goals: [
        {
          name: "check-ins a second",
          is: figuresOf([steadyResult]).perSecond,
          atLeast: 1000,
          measures: "rate",
        },
        {
          name: `p99 of a check-in at ${pacePerSecond} a second in ms`,
          is: figuresOf([pacedResult]).p99Ms,
          atMost: 20,
          measures: "time",
        },
        {
          name: `seconds until ${devices} devices have sent ${queuedScans} scans each`,
          is: sendSeconds,
          atMost: 30,
          measures: "time",
        },
        {
          name: `seconds to download a list of ${downloadedAttendees} attendees`,
          is: download.seconds,
          atMost: 10,
          measures: "time",
        },
        { name: "MB of that list, not compressed", is: download.megabytes, atMost: 15 },
      ],
      problems: await problemsOf(site, steadyResult.acknowledged + pacedResult.acknowledged),
    };
  } finally {
    await target.stop();
  }
}

async function prepareSite({ clusterUrl }: Bench): Promise<DoorSite> {
  const url = await createDatabase(clusterUrl, "door");
  const downloaded = await buildDoor({ url }, downloadedAttendees);
  const site = await buildDoor({ url }, guests);
  return { url, ...site, codes: await codesOf({ url }, site.eventId), downloaded };
}

let sequence = 0;

function bodyOf(
  { eventId }: Door,
  codes: readonly string[],
  decidedByDevice: boolean,
  deviceId: string,
): string {
  const claimedAt = new Date().toISOString();
  const scans = codes.map((code) => ({
    scanId: randomUUID(),
    sequence: ++sequence,
    kind: "admit",
    code,
    decided: decidedByDevice,
    claimedAt,
  }));
  return JSON.stringify({ eventId, deviceId, waiting: 0, scans });
}

const path = "/api/door/sync";
const isWelcome = (reply: string): boolean => reply.includes('"verdict":"welcome"');

async function checkInSteadily(
  target: Target,
  site: DoorSite,
  nextCode: () => string,
  seconds: number,
): Promise<LoadResult> {
  const result = emptyResult(seconds);
  const endsAt = performance.now() + seconds * 1000;
  const nextRequest = (deviceId: string): Buffer => {
    const body = bodyOf(site, [nextCode()], false, deviceId);
    return Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${site.token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
  await Promise.all(
    Array.from({ length: connections }, () => {
      const deviceId = randomUUID();
      return exchangeRequests(target.port, nextRequest(deviceId), (status, latencyMs, reply) => {
        const isInTime = performance.now() < endsAt;
        recordReply(result, { status, latencyMs, reply: reply.toString("latin1"), isInTime });
        return isInTime && status !== 0 ? nextRequest(deviceId) : null;
      });
    }),
  );
  return result;
}

/** Sends check-ins at a fixed rate, without waiting for the replies. */
async function checkInAtRate(
  target: Target,
  site: DoorSite,
  nextCode: () => string,
  seconds: number,
): Promise<LoadResult> {
  const result = emptyResult(seconds);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const deviceId = randomUUID();
  const startedAt = performance.now();
  const requests: Promise<void>[] = [];
  for (let n = 0; n < seconds * pacePerSecond; n++) {
    const dueAt = startedAt + (n * 1000) / pacePerSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const sentAt = performance.now();
    requests.push(
      post(target, site, { body: bodyOf(site, [nextCode()], false, deviceId), agent }).then(
        ({ status, reply }) =>
          recordReply(result, { status, reply, latencyMs: performance.now() - sentAt, isInTime: true }),
      ),
    );
  }
  await Promise.all(requests);
  agent.destroy();
  return result;
}

/** Lets all devices send their queues at the same time. Returns the seconds until the last queue is empty. */
async function sendQueues(target: Target, site: DoorSite, nextCode: () => string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const queues = Array.from({ length: devices }, () => {
    const deviceId = randomUUID();
    return Array.from({ length: queuedScans / scansPerRequest }, () =>
      bodyOf(site, Array.from({ length: scansPerRequest }, nextCode), true, deviceId),
    );
  });
  const startedAt = performance.now();
  await Promise.all(
    queues.map(async (bodies) => {
      for (const body of bodies) {
        const { status, reply } = await post(target, site, { body, agent });
        if (status !== 200) throw new Error(`A device got the status ${status}: ${reply.slice(0, 200)}`);
      }
    }),
  );
  agent.destroy();
  return (performance.now() - startedAt) / 1000;
}

async function downloadList(
  { port }: Target,
  { downloaded }: DoorSite,
): Promise<{ seconds: number; megabytes: number }> {
  const startedAt = performance.now();
  let bytes = 0;
  let lastId = 0;
  for (let isLast = false; !isLast; ) {
    const query = `eventId=${downloaded.eventId}&after=${lastId}&limit=5000`;
    const reply = await fetch(`http://127.0.0.1:${port}/api/door/getCopy?${query}`, {
      headers: { authorization: downloaded.token },
    });
    const body = await reply.text();
    bytes += Buffer.byteLength(body);
    const { payload } = JSON.parse(body) as {
      payload: { attendees: { attendeeId: number }[]; isLast: boolean };
    };
    lastId = payload.attendees.at(-1)!.attendeeId;
    isLast = payload.isLast;
  }
  return { seconds: (performance.now() - startedAt) / 1000, megabytes: bytes / 1e6 };
}

function post(
  { port }: Target,
  { token }: Door,
  { body, agent }: { body: string; agent: Agent },
): Promise<{ status: number; reply: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: token,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const options = { port, host: "127.0.0.1", method: "POST", path, headers, agent };
    const outgoing = request(options, (response) => {
      text(response).then((reply) => resolve({ status: response.statusCode ?? 0, reply }), reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function emptyResult(seconds: number): LoadResult {
  return { seconds, served: 0, acknowledged: 0, refused: {}, latencies: [], sample: "" };
}

/** Counts a reply. A welcome is acknowledged, and also served if it came before the end of the measurement. */
function recordReply(
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

function problemsOf({ url, eventId }: DoorSite, acknowledged: number): Promise<string[]> {
  return withConnection(url, async ({ db }) => {
    const problems = [...(await auditDoor(db)), ...(await auditFigures(db))].map(
      ({ what, id, kept, counted }) => `${what} ${id}: stored ${kept}, but counted ${counted}`,
    );
    const { count } = await db
      .selectFrom("checkins")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("event_id", "=", eventId)
      .executeTakeFirstOrThrow();
    // There may be more, because the warm-up made check-ins too.
    const minCount = acknowledged + devices * queuedScans;
    return Number(count) >= minCount
      ? problems
      : [...problems, `${minCount} check-ins were acknowledged and ${count} are there`];
  });
}
