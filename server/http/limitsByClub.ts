/** Anybody may create a club, so its staff's writes are limited; the door's are not, because they come in bursts. */
import type { Call } from "../../contract/endpoint.ts";
import type { Db } from "../db/pool.ts";
import { countHourlyOrRefuse } from "../limits/hourly.ts";

/** Within an hour, for the staff of one club. Uploads are writes, too. */
export const mostWritesOfClub = 3000;
export const mostUploadsOfClub = 200;

/**
 * Counts a writing call of access `admin`, except check-in and the door.
 * @throws tooMany
 */
export async function countForClub(
  db: Db,
  { name, call, clubId, isUpload }: { name: string; call: Call; clubId: number; isUpload: boolean },
  now: Date,
): Promise<void> {
  if (call.kind !== "write" || call.access !== "admin" || /^(checkin|door)\//.test(name)) return;
  const count = (what: string, most: number, action: string) => {
    const messageOf = (wait: string) => `Your club has ${action} in the last hour. Try again in ${wait}.`;
    return countHourlyOrRefuse(db, { what, subject: clubId, most }, { now, words: messageOf });
  };
  await count("writes of a club", mostWritesOfClub, "made very many changes");
  if (isUpload) await count("uploads of a club", mostUploadsOfClub, "uploaded many files");
}
