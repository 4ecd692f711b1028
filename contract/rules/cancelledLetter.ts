/**
 * The words of the mail that says that an event is cancelled. Here, because whoever cancels reads it as it will be read
 * before they do (web), and the server sends the same. Pure, plain texts: whoever shows them escapes them.
 */

/** The mail in its parts, in their order. */
export interface CancelledLetter {
  subject: string;
  /** Its first sentence, which stands out. */
  news: string;
  advice: string;
  /** The organiser's own words, a paragraph each; none when they say nothing. */
  message: string[];
  /** What becomes of the money, a sentence each; none for who paid nothing. */
  money: string[];
}

/**
 * Writes it; `message` is as the organiser typed it, `refunds` whether all of the money goes back, and `paid` how its reader
 * paid: through a provider, or to somebody's hands.
 */
export function cancelledLetter(told: {
  eventName: string;
  /** The event's day in words. */
  day: string;
  message: string;
  refunds: boolean;
  paid: { online: boolean; byHand: boolean };
  /** What of it goes back to its reader, in words, where it is known who reads. */
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
