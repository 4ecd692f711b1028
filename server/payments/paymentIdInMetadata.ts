/**
 * How is an intent or a refund at a provider known as ours? By our payment's id and our installation's in its metadata:
 * other installations of Foyer may use the same account, and their payments have the same small numbers.
 */
import type { Db } from "../db/pool.ts";

/** The key it stands under. */
export const paymentIdKey = "foyerPaymentId";

const installationKey = "foyerInstallation";

/** What says in metadata that something belongs to a payment of ours. */
export function markOf(paymentId: number, installation: string): Record<string, string> {
  return { [paymentIdKey]: String(paymentId), [installationKey]: installation };
}

/** The id of this installation, which its first migration made. */
export async function installationId(db: Db): Promise<string> {
  const { id } = await db.selectFrom("installation").select("id").executeTakeFirstOrThrow();
  return id;
}

/**
 * Our payment's id; null when this is not ours. What was made before installations had ids counts as ours, and so do the
 * test provider's books, which no other installation sees (`installation`: null).
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
