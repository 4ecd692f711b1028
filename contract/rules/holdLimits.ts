/** The limits of registrations and sales. An event has limits of its own beside these (eventSettings.ts). */
export const holdLimits = {
  /** Places or items on one line, and people in one registration. */
  quantity: 1000,
  /** Lines of tickets, and of extras, in one registration. */
  lines: 100,
  /** Lines of tickets, and of extras, in one sale at the door. */
  doorLines: 20,
  /** Lines of extras that are bought after the tickets. */
  laterExtras: 50,
  /**
   * The unpaid places of one event that a client may hold if few are left (docs/decisions/0011-places-held-at-once.md).
   * A client without unpaid places may hold more at once.
   */
  heldPlaces: 20,
  /** This share of the places left, if it is more than `heldPlaces`. */
  heldPartOfLeft: 1 / 4,
  /** The largest amount in a request, and the largest order, in minor units. */
  amount: 2_000_000_000,
} as const;
