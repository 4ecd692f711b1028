import { ADMIN } from "../../contract/rules/roles.ts";
import { type Database, openDatabase } from "../../server/db/pool.ts";
import {
  buildEvent,
  buildExtras,
  buildPackage,
  buildPromoCode,
  buildTicket,
  buildUser,
} from "../../server/testing/builders.ts";
import { startFakeStripe } from "../../server/testing/fakeStripe.ts";
import { openSession } from "../../server/testing/tokens.ts";
import { faultlessLine, providerOf } from "./bank.ts";
import { type Cluster, type SimulatedDatabase, simulatedDatabase } from "./database.ts";
import { deathsOf } from "./deaths.ts";
import { type Deliveries, openDeliveries } from "./deliveries.ts";
import { diceOf, hashOf } from "./dice.ts";
import type { BrokenRule } from "./guards.ts";
import { doNextJob } from "./jobs.ts";
import { wrongAtTheEnd, wrongNow } from "./judge.ts";
import { type MailServer, mailTransportOf } from "./mail.ts";
import { buyer } from "./people/buyer.ts";
import { doorSeller } from "./people/doorSeller.ts";
import { calmAfterMs, sweeper, weather } from "./people/site.ts";
import { sponsor } from "./people/sponsor.ts";
import { staff } from "./people/staff.ts";
import { countOutcomes, type OutcomeCounts } from "./seen.ts";
import { openSite, type SimulatedSite } from "./site.ts";
import { type Killable, openTurns } from "./turns.ts";
import type { Shop, World } from "./world.ts";
import { Wrong } from "./wrong.ts";

export interface SeedResult {
  seed: number;
  wrong: string[];
  /** A hash of all turns in order: the same for the same seed. */
  hash: number;
  buyers: number;
  turns: number;
  deaths: number;
  outcomes: Partial<OutcomeCounts>;
}

/** Plays and judges the histories of seeds, one after the other. */
export interface Stage {
  play(seed: number, log?: (line: string) => void): Promise<SeedResult>;
  close(): Promise<void>;
}

const startTime = new Date("2031-05-01T10:00:00Z");
const dayMs = 24 * 3_600_000;

/** Opens a stage on a cluster, perhaps with a rule switched off. */
export async function openStage(cluster: Cluster, brokenRule: BrokenRule = {}): Promise<Stage> {
  const database = await simulatedDatabase(cluster);
  if (brokenRule.sql !== undefined) await database.query(brokenRule.sql);
  const judgeDatabase = openDatabase(database.url, { max: 2, applicationName: "judge" });
  return {
    play: (seed, log = () => {}) => playSeed(seed, { database, judgeDatabase, brokenRule, log }),
    async close() {
      await judgeDatabase.close();
      await database.close();
    },
  };
}

async function playSeed(
  seed: number,
  {
    database,
    judgeDatabase,
    brokenRule,
    log,
  }: {
    database: SimulatedDatabase;
    judgeDatabase: Database;
    brokenRule: BrokenRule;
    log: (line: string) => void;
  },
): Promise<SeedResult> {
  await database.empty();
  const time = { now: startTime };
  const clock = () => time.now;
  await database.setClock(startTime);
  const dice = (subject: string) => diceOf(seed, subject);
  const chance = dice("turns");
  const isKilledAt = deathsOf(dice("deaths"));
  const played: SeedResult = { seed, wrong: [], hash: 0, buyers: 0, turns: 0, deaths: 0, outcomes: {} };
  let site: SimulatedSite | undefined;
  let deliveries: Deliveries | undefined;
  let changes = 0;
  let hasEnded = false;
  const seconds = () => Math.round((time.now.getTime() - startTime.getTime()) / 1000);

  const turns = openTurns({
    dice: chance,
    nowMs: () => time.now.getTime(),
    async advanceTo(ms) {
      if (changes > 0 && chance.chance(0.2)) {
        changes = 0;
        const wrong = await wrongNow(judgeDatabase.db);
        if (wrong.length > 0) throw new Wrong(wrong);
      }
      time.now = new Date(ms);
      await database.setClock(time.now);
    },
    async waitingPids(pids) {
      const rows = await database.query<{ pid: number }>(
        "select pid from unnest($1::int[]) pid where cardinality(pg_blocking_pids(pid)) > 0",
        [pids],
      );
      return new Set(rows.map(({ pid }) => pid));
    },
    // No node is killed in the calm at the end. All work must complete there, so work that never does is found.
    killsAt: (moment) => time.now.getTime() - startTime.getTime() < calmAfterMs && isKilledAt(moment),
    kill(owner) {
      played.deaths++;
      return site!.kill(owner);
    },
    beforeTurn() {
      if (chance.chance(0.03)) beginJob();
    },
    whenIdle,
    log(line) {
      played.turns++;
      if (line.endsWith("commit")) changes++;
      played.hash = hashOf(`${seconds()} ${line}`, played.hash);
      log(`${String(seconds()).padStart(7)} s  ${line}`);
    },
  });

  const line = faultlessLine();
  const mailServer: MailServer = { isDown: false, losses: 0, accepted: new Map() };
  const stripe = await startFakeStripe({
    webhookSecret: "whsec_foyer",
    clock,
    onEvent: (event) => deliveries?.send(event),
  });
  const uncancelled = new Set<string>();
  const provider = (owner: Killable) =>
    providerOf(owner, {
      stripe,
      line,
      uncancelled,
      dice: dice(`line of ${owner.name}`),
      turns,
      clock,
      changeProvider: brokenRule.provider,
    });
  const transport = (owner: Killable) =>
    mailTransportOf(owner, { server: mailServer, dice: dice(`mails of ${owner.name}`), turns });

  let jobs = 0;
  let jobsUnderWay = 0;
  const canBeginJob = () => jobsUnderWay < 2;
  function beginJob(): void {
    if (!canBeginJob() || site === undefined) return;
    jobsUnderWay++;
    const node = chance.pick(site.nodes);
    turns.enter(`job ${++jobs}`, async () => {
      const work = doNextJob(node, { transport: transport(node), clock, lostJob: brokenRule.lostJob });
      await Promise.race([work, node.died]);
      jobsUnderWay--;
    });
  }

  let alarmMs = 0;
  async function whenIdle(): Promise<boolean> {
    const [job] = await database.query<{ due: boolean; next: Date }>(
      `select bool_or(run_at <= simulated.now()) as due, min(run_at) as next from graphile_worker._private_jobs
      where locked_at is null and attempts < max_attempts`,
    );
    if (job?.due) {
      if (!canBeginJob()) return false;
      beginJob();
      return true;
    }
    if (job?.next && job.next.getTime() !== alarmMs) {
      alarmMs = job.next.getTime();
      turns.enter("alarm", () => turns.sleep(alarmMs - time.now.getTime()));
      return true;
    }
    return false;
  }

  try {
    site = await openSite({ database, turns, clock, provider, brokenRule });
    deliveries = openDeliveries({
      secret: stripe.webhookSecret,
      delivered: stripe.markDelivered,
      site: () => site!,
      dice: dice("post"),
      turns,
      clock,
    });
    const world: World = {
      turns,
      dice,
      clock,
      site,
      stripe,
      line,
      mailServer,
      shop: await openShop(judgeDatabase),
      orders: [],
      acts: {
        asked: new Map(),
        dashboard: new Map(),
        sentBack: new Map(),
        boxes: new Map(),
      },
      brokenRule,
    };
    const size = dice("size");
    played.buyers = 5 + size.below(7);
    for (let index = 1; index <= played.buyers; index++)
      turns.enter(`buyer ${index}`, () => buyer(world, `buyer ${index}`));
    for (let index = 1; index <= 2 + size.below(2); index++)
      turns.enter(`sponsor ${index}`, () => sponsor(world, `sponsor ${index}`));
    for (let index = 1; index <= 1 + size.below(3); index++)
      turns.enter(`staff ${index}`, () => staff(world, `staff ${index}`));
    for (let index = 1; index <= 1 + size.below(2); index++)
      turns.enter(`door seller ${index}`, () => doorSeller(world, `door seller ${index}`));
    turns.enter("weather", () => weather(world));
    turns.enter("sweeper", () => sweeper(world));
    await turns.play();
    hasEnded = true;
    played.wrong = await wrongAtTheEnd(world, judgeDatabase.db, deliveries.answered);
    played.outcomes = await countOutcomes(judgeDatabase.db);
  } catch (error) {
    played.wrong = messagesOf(error);
  } finally {
    if (hasEnded) await site?.close();
    else await site?.abandon();
    await stripe.close();
  }
  return played;
}

function messagesOf(error: unknown): string[] {
  if (error instanceof Wrong) return [...error.what];
  if (error instanceof AggregateError) return [error.message, ...error.errors.map(String)];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

async function openShop({ db }: Database): Promise<Shop> {
  const start = new Date(startTime.getTime() + 30 * dayMs);
  const config = { cancelUntilHours: 24, cancelFeePercent: 10, passOnUntilHours: 24 };
  const event = await buildEvent(db, { slug: "simulated", start, capacity: 9, taxAmount: 19, config });
  const ticket = (price: number, maxStock: number) => buildTicket(db, event.id, { price, maxStock });
  const paidTickets = [(await ticket(2500, 3)).id, (await ticket(4000, 5)).id];
  const freeTicket = (await ticket(0, 3)).id;
  const extras = (await buildExtras(db, event.id, { price: 500, maxStock: 3 })).id;
  const goldPackage = (await buildPackage(db, event.id, { price: 9900, availableCount: 1 })).id;
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, startTime);
  const promoCode = "HALF";
  await buildPromoCode(db, event.id, { code: promoCode, kind: "percent", value: 50, maxUses: 3 });
  const tax = { taxType: "percent", taxAmount: 19 } as const;
  const atDoor = await buildEvent(db, {
    slug: "door",
    start,
    clubId: event.clubId,
    taxAmount: tax.taxAmount,
  });
  const doorPrice = 1500;
  const doorTicket = await buildTicket(db, atDoor.id, { price: doorPrice, maxStock: 5 });
  const door = { eventId: atDoor.id, ticketId: doorTicket.id, price: doorPrice, tax, token };
  return { door, promoCode, eventId: event.id, paidTickets, freeTicket, extras, goldPackage, token };
}
