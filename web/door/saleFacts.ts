import type { Tax } from "../../contract/rules/money/tax.ts";
import type { Extras } from "../../contract/shapes/extras.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";

/** What a sale needs beyond `Door`. It is stored, so that practice has it without a network. */
export interface SaleFacts {
  readonly tax: Tax;
  readonly extras: readonly Extras[];
  readonly questions: readonly FormQuestion[];
  /** `guestNamesLater` of the event's settings. */
  readonly mayAnswerLater: boolean;
}
