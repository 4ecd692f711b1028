/**
 * Marks intents and refunds at the provider as ours, with our payment's id and our installation's id in their metadata.
 * Other installations of Foyer may use the same account, and their payments may have the same ids.
 */
import type { Db } from "../db/pool.ts";

/** The metadata key of the payment's id. */
export const paymentIdKey = "foyerPaymentId";

const installationKey = "foyerInstallation";

/** The metadata that marks something as part of a payment of ours. */
export function markOf(paymentId: number, installation: string): Record<string, string> {
  return { [paymentIdKey]: String(paymentId), [installationKey]: installation };
}

/** The id of this installation, made by a migration of its database. */
export async function installationId(db: Db): Promise<string> {
  const { id } = await db.selectFrom("installation").select("id").executeTakeFirstOrThrow();
  return id;
}

/**
 * Our payment's id, or null if the metadata is not ours. Metadata from before installations had ids counts as ours. So
 * does all metadata of the test provider, which no other installation sees (`installation`: null).
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
