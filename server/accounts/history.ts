/** The history of accounts. It must contain no password, hash, secret or code. */
import type { HistoryEntryOf } from "../../contract/historyEntries.ts";
import { record, userActor } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";

/** One change of an account. */
export type AccountChange = HistoryEntryOf<"account"> & {
  /** The actor, as in server/audit/rows.ts; null: the account's owner. */
  actor: string | null;
  userId: number;
};

/** Writes the change to the history, in the transaction of the change. */
export async function recordAccount(tx: Tx, { actor, userId, ...change }: AccountChange): Promise<void> {
  const by = actor ?? userActor(userId);
  await record(tx, { actor: by, eventId: null, entity: "account", entityId: userId, ...change });
}
