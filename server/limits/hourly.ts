/**
 * May this be done once more within the hour? Counted in the database by what an attacker varies (an account, a mail
 * address, a client, a club), so that all nodes count together.
 * Invariant: no more than `most` are counted within any sixty minutes, however many ask at once: the row of the subject is
 * changed by one statement that has the bound in its condition. Counts are of slots of ten minutes; what was counted in a
 * slot is forgotten as a whole, so a subject waits for at most seventy minutes.
 * Locks: the subject's own row, last of all.
 */
import { sql } from "kysely";
import { type Db, pipelined } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";

/** What is counted, whose count it is, and how many are allowed within an hour. */
export interface HourlyLimit {
  what: string;
  subject: string | number;
  most: number;
}

const slotMs = 10 * 60_000;
/** Sixty minutes touch so many slots. */
const slots = 7;

const slotAt = (now: Date): number => Math.floor(now.getTime() / slotMs);

/** The counts of a row as they are at a slot: the older slots have moved up, and those before the hour are gone. */
const countsAt = (slot: number) => sql<number[]>`(array_fill(0::bigint,
    array[greatest(least(${slot}::bigint - c.slot, ${slots}), 0)::int]) || c.counts)[1:${slots}::int]`;

/** Counts one if the limit allows it: null. Else nothing is counted, and the seconds to wait are given. */
export async function countHourly(db: Db, limit: HourlyLimit, now: Date): Promise<number | null> {
  return (await countEachHourly(db, [limit], now))[0]!;
}

/** Counts one of each whose limit allows it, each for itself; gives what `countHourly` would of each. */
export async function countEachHourly(
  db: Db,
  limits: readonly HourlyLimit[],
  now: Date,
): Promise<(number | null)[]> {
  const counted = await pipelined<{ one: number }[]>(
    db,
    limits.map((limit) => counting(limit, now)),
  );
  return Promise.all(
    limits.map(async (limit, index) =>
      counted[index]!.length === 1 ? null : secondsUntilFree(await countsOf(db, limit, now), limit.most, now),
    ),
  );
}

/** Counts one, or refuses with `tooMany` in these words. */
export async function mustCountHourly(
  db: Db,
  limit: HourlyLimit,
  { now, words }: { now: Date; words: (wait: string) => string },
): Promise<void> {
  const retryAfterSeconds = await countHourly(db, limit, now);
  if (retryAfterSeconds !== null)
    throw new DomainError("tooMany", words(waitWords(retryAfterSeconds)), { retryAfterSeconds });
}

/** Counts one if the limit allows it, and gives a row then. */
function counting({ what, subject, most }: HourlyLimit, now: Date) {
  const slot = slotAt(now);
  return sql<{ one: number }>`insert into limit_counts as c (what, subject, slot, counts)
    values (${what}, ${String(subject)}, ${slot}, array[1, 0, 0, 0, 0, 0, 0])
    on conflict (what, subject) do update set slot = greatest(c.slot, ${slot}),
      counts = array_prepend((${countsAt(slot)})[1] + 1, (${countsAt(slot)})[2:${slots}::int])
    where (select sum(n) from unnest(${countsAt(slot)}) as n) < ${most}
    returning 1 as one`;
}

/** Takes back what was counted a moment ago, for something that turned out to be harmless. */
export async function takeBackHourly(db: Db, counted: readonly Omit<HourlyLimit, "most">[]): Promise<void> {
  // Each for itself: two who take back the same subjects do not wait for each other.
  await pipelined(
    db,
    counted.map(
      ({ what, subject }) => sql`update limit_counts
        set counts = array_prepend(greatest(counts[1] - 1, 0), counts[2:${slots}::int])
        where what = ${what} and subject = ${String(subject)}`,
    ),
  );
}

/** How many were counted within the hour. */
export async function hourlyCount(db: Db, limit: Omit<HourlyLimit, "most">, now: Date): Promise<number> {
  return (await countsOf(db, limit, now)).reduce((sum, count) => sum + count, 0);
}

/** How many were counted of each within the hour, by "what subject". */
export async function hourlyCounts(
  db: Db,
  asked: readonly Omit<HourlyLimit, "most">[],
  now: Date,
): Promise<Map<string, number>> {
  const whats = asked.map(({ what }) => what);
  const subjects = asked.map(({ subject }) => String(subject));
  const { rows } = await sql<{ what: string; subject: string; count: number }>`
    select what, subject, (select sum(n) from unnest(${countsAt(slotAt(now))}) as n)::int as count from limit_counts c
    where (what, subject) in (select * from unnest(${whats}::text[], ${subjects}::text[]))`.execute(db);
  return new Map(rows.map(({ what, subject, count }) => [`${what} ${subject}`, count]));
}

/** Counts so many of each, whatever the limit: for whoever has looked at the counts under a lock. Each comes once. */
export async function addHourly(
  db: Db,
  added: readonly (Omit<HourlyLimit, "most"> & { count: number })[],
  now: Date,
): Promise<void> {
  if (added.length === 0) return;
  const slot = slotAt(now);
  const whats = added.map(({ what }) => what);
  const subjects = added.map(({ subject }) => String(subject));
  // In one order, so that two who count the same subjects do not wait for each other.
  await sql`insert into limit_counts as c (what, subject, slot, counts)
    select what, subject, ${slot}::bigint, array[count, 0, 0, 0, 0, 0, 0]
      from unnest(${whats}::text[], ${subjects}::text[], ${added.map(({ count }) => count)}::bigint[]) as a (what, subject, count)
      order by 1, 2
    on conflict (what, subject) do update set slot = greatest(c.slot, ${slot}),
      counts = array_prepend((${countsAt(slot)})[1] + excluded.counts[1], (${countsAt(slot)})[2:${slots}::int])`.execute(
    db,
  );
}

async function countsOf(
  db: Db,
  { what, subject }: Omit<HourlyLimit, "most">,
  now: Date,
): Promise<readonly number[]> {
  const { rows } = await sql<{ counts: number[] }>`select ${countsAt(slotAt(now))} as counts
    from limit_counts c where what = ${what} and subject = ${String(subject)}`.execute(db);
  return rows[0]?.counts ?? [];
}

/** When so many slots are forgotten that one more is allowed. */
function secondsUntilFree(counts: readonly number[], most: number, now: Date): number {
  let kept = counts.length;
  let sum = counts.reduce((all, count) => all + count, 0);
  while (kept > 0 && sum >= most) sum -= counts[--kept]!;
  const freeAt = (slotAt(now) + slots - kept) * slotMs;
  return Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
}

/** A wait as people say it: "40 seconds", "25 minutes". */
export function waitWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** Forgets counts that no hour touches any more. */
export async function pruneHourly(db: Db, now: Date): Promise<void> {
  await sql`delete from limit_counts where slot <= ${slotAt(now) - slots}`.execute(db);
}
