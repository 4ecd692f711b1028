/**
 * Invariant: unless actions are taken back, `countHourly` counts at most `most` within any sixty minutes, for all
 * nodes: one statement updates the subject's row with the bound in its condition. Slots of ten minutes expire as a
 * whole, so a wait is at most seventy minutes.
 * Lock order of `addHourly`: rows by action and subject.
 */
import { sql } from "kysely";
import { type Db, pipelined } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";

/** `what` is the counted action; `most` is per hour. */
export interface HourlyLimit {
  what: string;
  subject: string | number;
  most: number;
}

const slotMs = 10 * 60_000;
/** Sixty minutes touch at most seven slots. */
const slots = 7;

const slotAt = (now: Date): number => Math.floor(now.getTime() / slotMs);

/** The counts of a row at a slot, the newest slot first. */
const countsAt = (slot: number) => sql<number[]>`(array_fill(0::bigint,
    array[greatest(least(${slot}::bigint - c.slot, ${slots}), 0)::int]) || c.counts)[1:${slots}::int]`;

/** Counts an action and returns null if the limit allows it, or else returns the seconds to wait. */
export async function countHourly(db: Db, limit: HourlyLimit, now: Date): Promise<number | null> {
  return (await countEachHourly(db, [limit], now))[0]!;
}

/** Does what `countHourly` does, for each limit independently. */
export async function countEachHourly(
  db: Db,
  limits: readonly HourlyLimit[],
  now: Date,
): Promise<(number | null)[]> {
  const statements = limits.map((limit) => countStatement(limit, now));
  const counted = await pipelined<{ one: number }[]>(db, statements);
  return Promise.all(
    limits.map(async (limit, index) =>
      counted[index]!.length === 1 ? null : secondsUntilFree(await countsOf(db, limit, now), limit.most, now),
    ),
  );
}

/** Counts an action. @throws DomainError `tooMany` with the message of `words` */
export async function countHourlyOrRefuse(
  db: Db,
  limit: HourlyLimit,
  { now, words }: { now: Date; words: (wait: string) => string },
): Promise<void> {
  const retryAfterSeconds = await countHourly(db, limit, now);
  if (retryAfterSeconds !== null)
    throw new DomainError("tooMany", words(waitWords(retryAfterSeconds)), { retryAfterSeconds });
}

/** The statement counts the action and returns a row, if the limit allows it. */
function countStatement({ what, subject, most }: HourlyLimit, now: Date) {
  const slot = slotAt(now);
  return sql<{ one: number }>`insert into limit_counts as c (what, subject, slot, counts)
    values (${what}, ${String(subject)}, ${slot}, array[1, 0, 0, 0, 0, 0, 0])
    on conflict (what, subject) do update set slot = greatest(c.slot, ${slot}),
      counts = array_prepend((${countsAt(slot)})[1] + 1, (${countsAt(slot)})[2:${slots}::int])
    where (select sum(n) from unnest(${countsAt(slot)}) as n) < ${most}
    returning 1 as one`;
}

/** Takes back one counted action of each from its newest slot, if that has one. */
export async function uncountHourly(db: Db, counted: readonly Omit<HourlyLimit, "most">[]): Promise<void> {
  // One statement each, so that two callers with the same subjects do not deadlock.
  const statements = counted.map(
    ({ what, subject }) => sql`update limit_counts
      set counts = array_prepend(greatest(counts[1] - 1, 0), counts[2:${slots}::int])
      where what = ${what} and subject = ${String(subject)}`,
  );
  await pipelined(db, statements);
}

/** The number counted in slots that have not expired. */
export async function hourlyCount(db: Db, limit: Omit<HourlyLimit, "most">, now: Date): Promise<number> {
  return (await countsOf(db, limit, now)).reduce((sum, count) => sum + count, 0);
}

/** The numbers counted in slots that have not expired, by "what subject". */
export async function hourlyCounts(
  db: Db,
  requests: readonly Omit<HourlyLimit, "most">[],
  now: Date,
): Promise<Map<string, number>> {
  const whats = requests.map(({ what }) => what);
  const subjects = requests.map(({ subject }) => String(subject));
  const { rows } = await sql<{ what: string; subject: string; count: number }>`
    select what, subject, (select sum(n) from unnest(${countsAt(slotAt(now))}) as n)::int as count from limit_counts c
    where (what, subject) in (select * from unnest(${whats}::text[], ${subjects}::text[]))`.execute(db);
  return new Map(rows.map(({ what, subject, count }) => [`${what} ${subject}`, count]));
}

/** Adds `count` to each subject, even beyond a limit. A pair of action and subject may occur only once. */
export async function addHourly(
  db: Db,
  added: readonly (Omit<HourlyLimit, "most"> & { count: number })[],
  now: Date,
): Promise<void> {
  if (added.length === 0) return;
  const slot = slotAt(now);
  const whats = added.map(({ what }) => what);
  const subjects = added.map(({ subject }) => String(subject));
  // Sorted, so that two callers with the same subjects do not deadlock.
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

function secondsUntilFree(counts: readonly number[], most: number, now: Date): number {
  let slotsLeft = counts.length;
  let sum = counts.reduce((all, count) => all + count, 0);
  while (slotsLeft > 0 && sum >= most) sum -= counts[--slotsLeft]!;
  const freeAt = (slotAt(now) + slots - slotsLeft) * slotMs;
  return Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
}

/** A wait in words: "1 second", "25 minutes". */
export function waitWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** Deletes rows whose counts have all expired. */
export async function pruneHourly(db: Db, now: Date): Promise<void> {
  await sql`delete from limit_counts where slot <= ${slotAt(now) - slots}`.execute(db);
}
