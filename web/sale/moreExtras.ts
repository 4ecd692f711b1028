import { eventSaleState } from "../../contract/rules/sales.ts";
import type { Event } from "../../contract/shapes/event.ts";
import type { Registration } from "../../contract/shapes/registration.ts";
import type { Api } from "../api/client.ts";
import { anySignal } from "../lib/anySignal.ts";
import type { Proof } from "../paths.ts";

/** Null also if the event is not published. Sales windows are for tickets only, so they do not close extras. */
export function extrasClosedReason(event: Event, now: Date): "cancelled" | "over" | null {
  const state = eventSaleState(event, now);
  return state === "cancelled" || state === "over" ? state : null;
}

const timeoutMs = 2000;

interface Owner {
  proof: Proof;
  registration: Registration;
  event: Event;
}

/** Whether to link to more extras. False after a failure or a time-out: the page is for tickets and shows no error. */
export function offersExtras(api: Pick<Api, "get">, owner: Owner, signal: AbortSignal): Promise<boolean> {
  return hasExtrasOnSale(api, owner, signal).catch(() => false);
}

async function hasExtrasOnSale(
  api: Pick<Api, "get">,
  { proof, registration, event }: Owner,
  signal: AbortSignal,
): Promise<boolean> {
  if (registration.state !== "active" || proof.accessKey === undefined) return false;
  if (extrasClosedReason(event, new Date()) !== null) return false;
  const timeoutSignal = anySignal(signal, AbortSignal.timeout(timeoutMs));
  const options = { signal: timeoutSignal, suppressToasts: true };
  const extras = await api.get("extras/getExtrasByEventId", { eventId: event.id }, options);
  return extras.some(({ currentStock }) => currentStock !== 0);
}
