import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/pool.ts";
import {
  attackWindowMs,
  type Lane,
  type LaneState,
  laneLifetimeMs,
  mostLanes,
  mostLanesOfClient,
  waitsInMs,
} from "./backOff.ts";

/** Reads the facts about a lane, its account and its client. */
export async function laneState(
  db: Db,
  { lane, account, client, isKnown }: Lane,
  now: Date,
): Promise<LaneState> {
  const since = new Date(now.getTime() - attackWindowMs);
  const aliveSince = new Date(now.getTime() - laneLifetimeMs);
  const { rows } = await sql<{
    failures: number | null;
    not_before: Date | null;
    of_account: number;
    of_client: number;
    lanes: number;
  }>`
    select
      (select failures from signin_lanes where lane = ${lane} and updated_at > ${aliveSince}) as failures,
      (select not_before from signin_lanes where lane = ${lane} and updated_at > ${aliveSince}) as not_before,
      (select coalesce(sum(failures), 0) from signin_lanes
        where account = ${account} and updated_at > ${since}) as of_account,
      (select coalesce(sum(failures), 0) from signin_lanes
        where address = ${client} and updated_at > ${since}) as of_client,
      (select count(*) from (select 1 from signin_lanes
        where address = ${client} and updated_at > ${aliveSince} limit ${mostLanesOfClient}) as theirs) as lanes`.execute(
    db,
  );
  const { failures, not_before: notBefore, of_account, of_client, lanes } = rows[0]!;
  return {
    isKnown,
    lane: failures === null || notBefore === null ? null : { failures, notBefore },
    accountFailures: Number(of_account),
    clientFailures: Number(of_client),
    lanesOfClient: Number(lanes),
  };
}

/**
 * Counts an attempt as failed before it is made, so that it also counts for concurrent ones. False if another one has
 * closed the lane meanwhile: then this one must not be made.
 */
export async function countAttempt(
  db: Db,
  { lane, account, client }: Lane,
  paceMs: number,
  now: Date,
): Promise<boolean> {
  const aliveSince = new Date(now.getTime() - laneLifetimeMs);
  const failures = sql<number>`case when signin_lanes.updated_at > ${aliveSince} then signin_lanes.failures + 1 else 1 end`;
  const waits = waitsInMs.map((ms) => Math.max(paceMs, ms));
  const closedUntil = (count: RawBuilder<number>) =>
    sql<Date>`${now}::timestamptz + interval '1 ms' * (${waits}::int[])[least(${count}, ${waits.length}::int)]`;
  const counted = await db
    .insertInto("signin_lanes")
    .values({ lane, account, address: client, failures: 1, not_before: closedUntil(sql`1`), updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column("lane")
        .doUpdateSet({ failures, not_before: closedUntil(failures), updated_at: now })
        .where((row) =>
          row.or([
            row("signin_lanes.not_before", "<=", now),
            row("signin_lanes.updated_at", "<=", aliveSince),
          ]),
        ),
    )
    .returning("failures")
    .executeTakeFirst();
  return counted !== undefined;
}

/** Records a lane that is new, or was unused for `laneLifetimeMs`, and whose first attempt must wait. */
export async function recordWaitingLane(db: Db, { lane, account, client }: Lane, until: Date, now: Date) {
  await db
    .insertInto("signin_lanes")
    .values({ lane, account, address: client, not_before: until, updated_at: now })
    .onConflict((conflict) =>
      conflict.column("lane").doUpdateSet({ failures: 0, not_before: until, updated_at: now }),
    )
    .execute();
}

/** Removes an attempt from the count and opens the lane again. */
export async function uncountAttempt(db: Db, lane: Buffer, now: Date): Promise<void> {
  await db
    .updateTable("signin_lanes")
    .set({ failures: sql`greatest(failures - 1, 0)`, not_before: now })
    .where("lane", "=", lane)
    .execute();
}

/** Deletes a lane, and those that were unused for `laneLifetimeMs`. */
export async function forgetLane(db: Db, lane: Buffer, now: Date): Promise<void> {
  await db
    .deleteFrom("signin_lanes")
    .where((row) =>
      row.or([row("lane", "=", lane), row("updated_at", "<", new Date(now.getTime() - laneLifetimeMs))]),
    )
    .execute();
}

/** Deletes the lanes that were unused for longest, so that at most `max` are left. */
export async function pruneLanes(db: Db, max = mostLanes): Promise<void> {
  await sql`delete from signin_lanes where updated_at <=
    (select updated_at from signin_lanes order by updated_at desc offset ${max} limit 1)`.execute(db);
}

/** Whether a device is remembered for this account. */
export async function isDeviceOf(db: Db, userId: number, deviceHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom("signin_devices")
    .select("user_id")
    .where("device_hash", "=", deviceHash)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found !== undefined;
}

const maxDevices = 20;

/** Remembers a device, and forgets those unused for longest beyond `maxDevices`. */
export async function rememberDevice(db: Db, userId: number, deviceHash: Buffer, now: Date): Promise<void> {
  await db
    .insertInto("signin_devices")
    .values({ device_hash: deviceHash, user_id: userId, last_used_at: now })
    .onConflict((conflict) => conflict.column("device_hash").doUpdateSet({ last_used_at: now }))
    .execute();
  await db
    .deleteFrom("signin_devices")
    .where("user_id", "=", userId)
    .where(
      "device_hash",
      "in",
      db
        .selectFrom("signin_devices")
        .select("device_hash")
        .where("user_id", "=", userId)
        .orderBy("last_used_at", "desc")
        .offset(maxDevices),
    )
    .execute();
}
