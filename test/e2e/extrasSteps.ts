import type { Page } from "@playwright/test";
import type { PayloadOf } from "../../contract/all.ts";
import { buildEvent, buildExtras, buildTicket, type EventSpec } from "../../server/testing/builders.ts";
import { expect, type PurchaseSite } from "./purchaseSite.ts";

/** Builds an event with a dinner, by default at 15.00, and free tickets, one of them Ada's. */
export async function buildExtrasEvent(
  page: Page,
  { db }: PurchaseSite,
  spec: EventSpec & { maxStock?: number; price?: number } = {},
) {
  const event = await buildEvent(db, spec);
  const ticket = await buildTicket(db, event.id, { price: 0 });
  const { maxStock = 50, price = 1500 } = spec;
  const dinner = await buildExtras(db, event.id, { price, maxStock });
  const reply = await page.request.post("/api/registration/express", {
    data: {
      eventId: event.id,
      tickets: [{ ticketId: ticket.id, quantity: 1 }],
      email: "ada@example.org",
      attendees: [{ ticketId: ticket.id, firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" }],
    },
  });
  const { payload } = (await reply.json()) as { payload: PayloadOf<"registration/express"> };
  const proof = `registrationId=${payload.registration.id}&accessKey=${payload.accessKey}`;
  return {
    ...event,
    dinnerId: dinner.id,
    ticketId: ticket.id,
    proof,
    extrasPath: extrasAt(event.slug, proof),
  };
}

/** Gives the address of the page that offers extras. */
export const extrasAt = (slug: string, proof: string) => `/ExtrasPurchase?event=${slug}&${proof}`;

export const stockOf = ({ db }: PurchaseSite, extrasId: number) =>
  db.selectFrom("extras").select(["held", "sold"]).where("id", "=", extrasId).executeTakeFirstOrThrow();

/** The bar with the total and the continue button. */
export const bar = (page: Page) => page.locator("[data-bottom-bar]");

export async function chooseDinners(page: Page, quantity: number): Promise<void> {
  await expect(page.getByRole("heading", { name: "Add extras" })).toBeVisible();
  await page.getByRole("spinbutton", { name: "Number of Dinner" }).fill(String(quantity));
}

export async function goOnToPay(page: Page): Promise<void> {
  await bar(page).getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Pay for your extras" })).toBeVisible();
}
