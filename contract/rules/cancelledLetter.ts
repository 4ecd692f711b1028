/**
 * The text of the mail about a cancelled event. It is in contract/ because the page previews what the server sends.
 * Pure. Plain text: the caller escapes it.
 */

/** The parts of the mail, in their order. */
export interface CancelledLetter {
  subject: string;
  /** The first sentence, which is highlighted. */
  news: string;
  advice: string;
  /** The paragraphs of the organiser's own words; empty if there are none. */
  message: string[];
  /** What happens to the money; empty if nothing was paid. */
  money: string[];
}

/**
 * Writes the mail. `message` is as the organiser typed it, `refunds` whether all payments are refunded, and
 * `paid` how it was paid: through a provider, by hand, or both.
 */
export function cancelledLetter(letter: {
  eventName: string;
  /** The event's day in words. */
  day: string;
  message: string;
  refunds: boolean;
  paid: { online: boolean; byHand: boolean };
  /** The amount that is refunded to the reader, as text; absent if it is not known or 0. */
  back?: string | undefined;
}): CancelledLetter {
  return {
    subject: `${letter.eventName} on ${letter.day} is cancelled`,
    news: `${letter.eventName} is cancelled.`,
    advice: "It does not take place, so please do not come.",
    message: letter.message.split(/\n+/).filter((line) => line.trim() !== ""),
    money: moneyWords(letter),
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
          `${back ?? "What you paid online"} is refunded in full to your payment method. Banks usually show it within 5 to 10 working days.`,
        ]
      : []),
    ...(paid.byHand
      ? ["The organiser refunds what you paid at the door or by bank transfer. Please contact the organiser."]
      : []),
  ];
}
