/**
 * The limits of a hold, each stated once. The calls refuse larger values; the engine and the pages use the same limits.
 * The hold time, how often it is extended, and the tickets in one registration are an event's settings
 * (eventSettings.ts).
 */

export const holdLimits = {
  /** The quantity on one line, the places of one waiting-list entry, and the people in one registration. */
  quantity: 1000,
  /** Lines of tickets in one registration, and lines of extras. */
  lines: 100,
  /** Lines of tickets in one sale at the door, and lines of extras. */
  doorLines: 20,
  /** Lines of extras that are bought after the tickets. */
  laterExtras: 50,
  /**
   * Unpaid places of one event that one client may always hold at the same time, even if few are left
   * (docs/decisions/0011-places-held-at-once.md). A client without unpaid places may hold more at once.
   */
  heldPlaces: 20,
  /** One client may hold this share of the event's places left, if that is more than `heldPlaces`. */
  heldPartOfLeft: 1 / 4,
  /** Minor units of one price, and of one order. */
  amount: 2_000_000_000,
} as const;
