/** Which ticket types a question is for. Pure; apart from the answers, because every event page needs it. */

/**
 * Whether a question is asked of a person with one of these tickets. `asked` is the question's `ticketIds`; null asks
 * for every ticket type.
 */
export const isAskedFor = (asked: readonly number[] | null, ticketIds: readonly number[]): boolean =>
  asked === null || ticketIds.some((id) => asked.includes(id));
