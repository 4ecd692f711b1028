/** Other installations of Foyer may use the same account, with the same payment ids. */
import type { Db } from "../db/pool.ts";

export const paymentIdKey = "foyerPaymentId";

const installationKey = "foyerInstallation";

/** The metadata that marks an intent or refund as ours. */
export function markOf(paymentId: number, installation: string): Record<string, string> {
  return { [paymentIdKey]: String(paymentId), [installationKey]: installation };
}

/** The id of this installation, made by a migration. */
export async function installationId(db: Db): Promise<string> {
  const { id } = await db.selectFrom("installation").select("id").executeTakeFirstOrThrow();
  return id;
}

/**
 * Our payment's id; null if the metadata is not ours. Metadata without an installation is ours, because it is older
 * than these ids. With `installation` null, as in the test provider, all metadata is ours.
 */
export function paymentIdOf(
  metadata: Readonly<Record<string, string>>,
  installation: string | null,
): number | null {
  const marked = metadata[installationKey];
  if (marked !== undefined && installation !== null && marked !== installation) return null;
  const text = metadata[paymentIdKey];
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
