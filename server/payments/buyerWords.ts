/**
 * Messages to buyers while the outcome of a payment is unknown. They never say that nothing was charged, and never ask
 * to try again.
 */

/** For a buyer who has given the card to the provider, or returns from the bank. */
export const mayHavePaidMessage =
  "Your payment may have succeeded, so do not pay again. We keep checking, and mail you as soon as we know.";

/** For a buyer who releases a hold, perhaps after paying for it. */
export const stillHeldMessage =
  "We could not check whether you have paid. What you reserved stays reserved until its time runs out. If you have paid, do not pay again: we mail you as soon as we know.";
