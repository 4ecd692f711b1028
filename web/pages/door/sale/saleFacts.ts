/**
 * The facts of an event that only a sale needs: the tax, for the sum before a sale, the extras and the questions. They
 * are fetched when the sheet opens, because stocks change. The server uses its own.
 */
import type { Tax } from "../../../../contract/rules/tax.ts";
import type { Extras } from "../../../../contract/shapes/extras.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import { doorApi, withoutToasts } from "../doorCalls.ts";

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

/** Used until the facts are known. If the server's amount differs, it is shown. */
export const noFacts: SaleFacts = {
  tax: { taxType: "percent", taxAmount: 0 },
  extras: [],
  questions: [],
  mayAnswerLater: false,
};

/** Fetches the facts. Throws ApiError. */
export async function saleFacts(eventId: number, token: () => string | null): Promise<SaleFacts> {
  const api = doorApi(token);
  const options = { ...withoutToasts, withToken: true };
  const [event, extras, questions] = await Promise.all([
    api.get("event/getEvent", { eventId }, options),
    api.get("extras/getExtrasByEventId", { eventId }, options),
    api.get("form/getFormQuestions", { eventId }, options),
  ]);
  const { taxType, taxAmount, pricesIncludeTax } = event;
  return {
    tax: { taxType, taxAmount, pricesIncludeTax },
    extras,
    questions: questions.filter(({ askedWhen }) => askedWhen === "purchase"),
    mayAnswerLater: event.config.guestNamesLater,
  };
}
