// The check writes, because reads still work with a full disk and on a standby.
import { sql } from "kysely";
import type { Db } from "./pool.ts";

/** Resolves to whether the latest write succeeded. A new one is tried after 10 seconds. */
export type WriteCheck = () => Promise<boolean>;

const freshMs = 10_000;

/** Opens a write check. `nowMs` is a monotonic clock. */
export function openWriteCheck(db: Db, nowMs: () => number = () => performance.now()): WriteCheck {
  let latest: { askedAt: number; answer: Promise<boolean> } | undefined;
  return () => {
    const now = nowMs();
    if (latest === undefined || now - latest.askedAt >= freshMs)
      latest = { askedAt: now, answer: canWrite(db) };
    return latest.answer;
  };
}

async function canWrite(db: Db): Promise<boolean> {
  try {
    await sql`insert into write_checks (written_at) values (now())
      on conflict (one) do update set written_at = excluded.written_at`.execute(db);
    return true;
  } catch {
    return false;
  }
}
