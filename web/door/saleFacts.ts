/** Facts of an event that a sale needs. They are stored on the device, so that practice has them without a network. */
import type { Tax } from "../../contract/rules/money/tax.ts";
import type { Extras } from "../../contract/shapes/extras.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";

/** The facts that `Door` does not have. */
export interface SaleFacts {
  readonly tax: Tax;
  readonly extras: readonly Extras[];
  readonly questions: readonly FormQuestion[];
  /** Whether a buyer may answer later (event.config.guestNamesLater). */
  readonly mayAnswerLater: boolean;
}
