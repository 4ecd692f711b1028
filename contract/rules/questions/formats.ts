/** Whether a text is a day from the year 1000 to 9999, such as 2026-12-31. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // 2026-02-30 would become the 2nd of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * Whether a text is a number such as -3 or 2.5, with at most 15 digits before the point and 6 after it. A comma is
 * refused: 1,500 is 1.5 in some countries.
 */
export const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d{1,6})?$/.test(text);

/** Whether a text looks like a phone number: 5 to 20 digits with the usual signs. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d\s()./-]+$/.test(text) && digits >= 5 && digits <= 20;
}
