/** The mail about a cancelled event, in contract/ because a page previews it. Plain text: the caller escapes it. */

/** The texts of the mail, in their order. */
export interface CancelledLetter {
  subject: string;
  news: string;
  advice: string;
  /** The organiser's own words, by paragraph. */
  message: string[];
  /** Empty if nothing was paid. */
  money: string[];
}

/** Writes the mail. `message` is as the organiser typed it; `refunds`: whether payments are refunded. */
export function cancelledLetter(letter: {
  eventName: string;
  /** In words. */
  day: string;
  message: string;
  refunds: boolean;
  paid: { online: boolean; byHand: boolean };
  /** The reader's refund; absent if it is not known or 0. */
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
