import { createHash, randomBytes } from "node:crypto";
import type { Db } from "../db/pool.ts";

const dayMs = 24 * 3_600_000;

export type SessionState = "active" | "unused for 8 days" | "31 days old" | "revoked";

/** Creates a session that is 8 days old by default, and returns its token. */
export async function openSession(
  db: Db,
  userId: number,
  now: Date,
  state: SessionState = "active",
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  await db
    .insertInto("sessions")
    .values({
      token_hash: createHash("sha256").update(token).digest(),
      user_id: userId,
      created_at: state === "31 days old" ? daysAgo(31) : daysAgo(8),
      last_used_at: state === "unused for 8 days" ? daysAgo(8) : now,
      revoked_at: state === "revoked" ? now : null,
    })
    .execute();
  return token;
}
