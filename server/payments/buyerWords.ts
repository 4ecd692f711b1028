/** The outcome is unknown, so these messages never say that nothing was charged, and never ask to try again. */

export const mayHavePaidMessage =
  "Your payment may have succeeded, so do not pay again. We keep checking, and mail you as soon as we know.";

/** For a buyer who gives up a reservation. */
export const stillHeldMessage =
  "We could not check whether you have paid. What you reserved stays reserved until its time runs out. If you have paid, do not pay again: we mail you as soon as we know.";
