/**
 * The facts of an event that only a sale needs (door/saleFacts.ts). The server checks a sale against its own data.
 */
import type { DoorClient } from "../../../door/device.ts";
import type { SaleFacts } from "../../../door/saleFacts.ts";
import { doorApi, withoutToasts } from "../doorCalls.ts";

/** Used until the facts are known. If the sum is wrong then, the server refuses the sale and sends the right sum. */
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

/**
 * How a device reads the facts: a sale asks the server, and the device stores the answer. Practice reads the stored
 * facts, because it works without a network; if none are stored, it asks too.
 */
export function saleFactsReaders(
  device: Pick<DoorClient, "saleFacts" | "keepSaleFacts">,
  ask: () => Promise<SaleFacts>,
): { forSale: () => Promise<SaleFacts>; forPractice: () => Promise<SaleFacts> } {
  const forSale = async () => {
    const facts = await ask();
    // A sale does not need the stored facts.
    await device.keepSaleFacts(facts).catch(() => undefined);
    return facts;
  };
  return { forSale, forPractice: async () => (await device.saleFacts()) ?? forSale() };
}
