/**
 * The limits of a hold, each stated once: the calls refuse what is beyond them, the engine and the pages count by them. The time
 * that places are held, and how many tickets one registration may have, are an event's own settings (eventSettings.ts).
 */

export const holdLimits = {
  /** Of one ticket or one extra on a line, of places on a waiting list, and of people in one registration. */
  quantity: 1000,
  /** Lines of tickets in one registration, and lines of extras. */
  lines: 100,
  /** Lines of tickets in one sale at the door. */
  doorLines: 20,
  /** Lines of extras that are bought after the tickets. */
  laterExtras: 50,
  /** Places that one client may hold unpaid at once, however few are left (docs/decisions/0011-places-held-at-once.md). */
  heldPlaces: 20,
  /** The part of what is left that one client may hold where that is more. */
  heldPartOfLeft: 1 / 4,
  /** Minor units of one price, and of one order. */
  amount: 2_000_000_000,
} as const;
