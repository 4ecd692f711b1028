/**
 * How much may one club write within an hour? Anybody may make a club, so its staff's writes and uploads are bounded by
 * numbers that nobody reaches by hand. The door is left out: its work comes in bursts, and is bounded by what was sold.
 */
import type { Call } from "../../contract/endpoint.ts";
import type { Db } from "../db/pool.ts";
import { mustCountHourly } from "../limits/hourly.ts";

/** Changes of a club's staff, and files they upload, within an hour. */
export const mostWritesOfClub = 3000;
export const mostUploadsOfClub = 200;

/** Counts a call of a club's staff that writes, or refuses it with `tooMany`. */
export async function countForClub(
  db: Db,
  { name, call, clubId, isUpload }: { name: string; call: Call; clubId: number; isUpload: boolean },
  now: Date,
): Promise<void> {
  if (call.kind !== "write" || call.access !== "admin" || /^(checkin|door)\//.test(name)) return;
  const limits = [
    { what: "writes of a club", subject: clubId, most: mostWritesOfClub, does: "changed very much" },
    ...(isUpload
      ? [{ what: "uploads of a club", subject: clubId, most: mostUploadsOfClub, does: "uploaded many files" }]
      : []),
  ];
  for (const { does, ...limit } of limits) {
    const words = (wait: string) => `Your club has ${does} within the hour. Try again in ${wait}.`;
    await mustCountHourly(db, limit, { now, words });
  }
}
