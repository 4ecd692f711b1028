/** The facts of an event that only a sale needs, kept with the names: practice shows them without a signal. */
import type { Tax } from "../../contract/rules/money/tax.ts";
import type { Extras } from "../../contract/shapes/extras.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";

/** What a sale needs to know beyond the door. */
export interface SaleFacts {
  readonly tax: Tax;
  /** The extras on sale. */
  readonly extras: readonly Extras[];
  /** The questions that are asked with a purchase. */
  readonly questions: readonly FormQuestion[];
  /** Whether a buyer may answer later (event.config.guestNamesLater). */
  readonly mayAnswerLater: boolean;
}
