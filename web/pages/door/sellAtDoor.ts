/** How a scanner sells: the event's tax for the sum that is shown, the call that takes the places, and the till. */
import { thisDeviceId } from "../../door/thisDevice.ts";
import { doorApi, quiet, signedOut } from "./doorCalls.ts";
import type { SaleValues } from "./doorSale.ts";
import type { Sell } from "./SaleSheet.tsx";

/** How a device sells for an event. */
export function sellFor({ eventId, token }: { eventId: number; token: () => string | null }): Sell {
  const api = doorApi(token);
  return {
    tax: async () => {
      const event = await api.get("event/getEvent", { eventId }, { ...quiet, withToken: true });
      return { taxType: event.taxType, taxAmount: event.taxAmount };
    },
    sell: async ({ quantities, name, email, paidBy, totalAmount, idempotencyKey }) => {
      const tickets = linesWithAny(quantities);
      const body = {
        eventId,
        deviceId: thisDeviceId(),
        tickets,
        name: name.trim(),
        email: email.trim() || null,
      };
      const sold = await api.post(
        "door/sell",
        { ...body, paidBy, totalAmount },
        { ...quiet, idempotencyKey },
      );
      if (sold === undefined) throw signedOut;
    },
    till: async () => {
      const till = await api.get("door/getTill", { eventId, deviceId: thisDeviceId() }, quiet);
      if (till === undefined) throw signedOut;
      return till;
    },
  };
}

function linesWithAny(quantities: SaleValues["quantities"]): { ticketId: number; quantity: number }[] {
  return Object.entries(quantities).flatMap(([ticketId, quantity]) =>
    quantity > 0 ? [{ ticketId: Number(ticketId), quantity }] : [],
  );
}
