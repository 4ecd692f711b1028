/**
 * The words of the mail about a cancelled event. The page previews them before the event is cancelled, and the server
 * sends the same ones, so they are here. Pure. Plain texts: the caller escapes them.
 */

/** The mail in its parts, in their order. */
export interface CancelledLetter {
  subject: string;
  /** Its first sentence, which stands out. */
  news: string;
  advice: string;
  /** The organiser's own words, a paragraph each; empty if there are none. */
  message: string[];
  /** What happens to the money, a sentence each; empty for a reader who paid nothing. */
  money: string[];
}

/**
 * Writes it. `message` is as the organiser typed it, `refunds` whether all of the money goes back, and `paid` how its
 * reader paid: through a provider, or by hand.
 */
export function cancelledLetter(told: {
  eventName: string;
  /** The event's day in words. */
  day: string;
  message: string;
  refunds: boolean;
  paid: { online: boolean; byHand: boolean };
  /** The amount that goes back to the reader, in words, if the reader is known. */
  back?: string | undefined;
}): CancelledLetter {
  return {
    subject: `${told.eventName} on ${told.day} is cancelled`,
    news: `${told.eventName} is cancelled.`,
    advice: "It does not take place, so please do not come.",
    message: told.message.split(/\n+/).filter((line) => line.trim() !== ""),
    money: moneyWords(told),
  };
}

function moneyWords({
  refunds,
  paid,
  back,
}: Pick<Parameters<typeof cancelledLetter>[0], "refunds" | "paid" | "back">): string[] {
  if (!paid.online && !paid.byHand) return [];
  if (!refunds) return ["If you have questions about money, please write to the organiser."];
  return [
    ...(paid.online
      ? [
          `${back ?? "What you paid online"} goes back to you in full, the way it came; banks usually show it within 5 to 10 working days.`,
        ]
      : []),
    ...(paid.byHand
      ? [
          "What was paid by hand, at the door or by bank transfer, the organiser pays out: please get in touch with them.",
        ]
      : []),
  ];
}
