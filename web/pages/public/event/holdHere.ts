/** Loaded when the button is pressed, so that the page stays small. */
import type { Event } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { browserClocks } from "../../../sale/browser.ts";
import { draftStoreOf } from "../../../sale/draftStore.ts";
import { type HoldOutcome, takeHold } from "../../../sale/takeHold.ts";

export function holdHere(event: Event, ticketId: number, quantity: number): Promise<HoldOutcome> {
  const choice = { tickets: { [ticketId]: quantity }, extras: {} };
  return takeHold(choice, { api, store: draftStoreOf(event.slug), event, clocks: browserClocks });
}
