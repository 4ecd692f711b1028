/** Facts of an event that only a sale needs, stored on the device, so that practice has them without a network. */
import type { Tax } from "../../contract/rules/money/tax.ts";
import type { Extras } from "../../contract/shapes/extras.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";

/** The facts that a sale needs and `Door` does not have. */
export interface SaleFacts {
  readonly tax: Tax;
  /** The extras on sale. */
  readonly extras: readonly Extras[];
  /** The questions that are asked with a purchase. */
  readonly questions: readonly FormQuestion[];
  /** Whether a buyer may answer later (event.config.guestNamesLater). */
  readonly mayAnswerLater: boolean;
}
