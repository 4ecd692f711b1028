import type { Db } from "../db/pool.ts";

const rememberedMs = 24 * 3_600_000;

/** Stores which client (http/client.ts) started an intent, unless one is stored. Declined cards count for this client. */
export async function rememberIntentClient(db: Db, intent: string, client: string, now: Date): Promise<void> {
  await db
    .insertInto("intent_clients")
    .values({ intent, client, created_at: now })
    .onConflict((conflict) => conflict.column("intent").doNothing())
    .execute();
}

/** The client that started an intent; null if none is stored. */
export async function clientOfIntent(db: Db, intent: string): Promise<string | null> {
  const found = await db
    .selectFrom("intent_clients")
    .select("client")
    .where("intent", "=", intent)
    .executeTakeFirst();
  return found?.client ?? null;
}

/** Deletes clients that were stored more than a day ago. */
export async function pruneIntentClients(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - rememberedMs);
  await db.deleteFrom("intent_clients").where("created_at", "<", before).execute();
}
