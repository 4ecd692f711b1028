/**
 * What a buyer reads when nobody can say whether they have paid. Never that nothing was charged, and never that they should
 * try again.
 */

/** The buyer has given the card to the provider, or comes back from the bank. */
export const mayHavePaid =
  "Your bank may have paid already, so do not pay twice. We keep asking, and mail you as soon as we know.";

/** The buyer gives up what is held, perhaps after paying for it. */
export const stillHeld =
  "We could not check whether you have paid. What you reserved stays reserved until its time runs out. If you have paid, do not pay again: we mail you as soon as we know.";
