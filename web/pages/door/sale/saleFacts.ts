import type { DoorClient } from "../../../door/device.ts";
import type { SaleFacts } from "../../../door/saleFacts.ts";
import { doorApi, withoutToasts } from "../doorCalls.ts";

/** Used until the facts are known. The server refuses a wrong sum and sends the right one. */
export const noFacts: SaleFacts = {
  tax: { taxType: "percent", taxAmount: 0 },
  extras: [],
  questions: [],
  mayAnswerLater: false,
};

/** Fetches what only a sale needs. Throws ApiError. */
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

/** Practice also works without a network, so it reads the stored facts. If there are none, it asks the server too. */
export function saleFactsReaders(
  device: Pick<DoorClient, "saleFacts" | "keepSaleFacts">,
  ask: () => Promise<SaleFacts>,
): { forSale: () => Promise<SaleFacts>; forPractice: () => Promise<SaleFacts> } {
  const forSale = async () => {
    const facts = await ask();
    // The sale goes on if they cannot be stored.
    await device.keepSaleFacts(facts).catch(() => undefined);
    return facts;
  };
  return { forSale, forPractice: async () => (await device.saleFacts()) ?? forSale() };
}
