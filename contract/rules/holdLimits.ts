/**
 * The limits of a hold, each stated once. The calls refuse larger values, and the engine and the pages count by them.
 * The hold time and the number of tickets in one registration are an event's own settings (eventSettings.ts).
 */

export const holdLimits = {
  /** For one ticket or extra on a line, for places on a waiting list, and for people in one registration. */
  quantity: 1000,
  /** Lines of tickets in one registration, and lines of extras. */
  lines: 100,
  /** Lines of tickets in one sale at the door, and lines of extras. */
  doorLines: 20,
  /** Lines of extras that are bought after the tickets. */
  laterExtras: 50,
  /**
   * Unpaid places that one client may always hold at once, even if few are left
   * (docs/decisions/0011-places-held-at-once.md).
   */
  heldPlaces: 20,
  /** The share of the places left that one client may hold, if that is more. */
  heldPartOfLeft: 1 / 4,
  /** Minor units of one price, and of one order. */
  amount: 2_000_000_000,
} as const;
