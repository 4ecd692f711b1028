/** How is an intent or a refund at a provider known as ours? By our payment's id in its metadata. */

/** The key it stands under. */
export const paymentIdKey = "foyerPaymentId";

/** Our payment's id; null when this is not ours. */
export function paymentIdOf(metadata: Readonly<Record<string, string>>): number | null {
  const text = metadata[paymentIdKey];
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
