/** The steps of a purchase, and the events for them. */
import type { Page } from "@playwright/test";
import {
  AGREEMENT,
  CHECKBOXES,
  COUNTRY,
  DATE,
  DROPDOWN,
  EMAIL,
  MULTIPLE_CHOICE,
  NUMBER,
  PARAGRAPH,
  PHONE,
  type QuestionType,
  questionTypeIds,
  SHORT_ANSWER,
} from "../../contract/rules/questions/questions.ts";
import {
  buildEvent,
  buildExtras,
  buildQuestion,
  buildTicket,
  type EventSpec,
} from "../../server/testing/builders.ts";
import { open } from "./journey.ts";
import { expect, type PurchaseSite } from "./purchaseSite.ts";

/** An event with one ticket type. Price in minor units. */
export async function simpleEvent(
  { db }: PurchaseSite,
  spec: EventSpec & { price?: number; maxStock?: number } = {},
) {
  const event = await buildEvent(db, spec);
  const ticket = await buildTicket(db, event.id, {
    price: spec.price ?? 2500,
    ...(spec.maxStock !== undefined && { maxStock: spec.maxStock }),
  });
  return { ...event, ticketId: ticket.id };
}

/** A question of each type. */
const questionOfType: Record<QuestionType, { text: string; required?: boolean; options?: string[] }> = {
  [SHORT_ANSWER]: { text: "Name on the card" },
  [PARAGRAPH]: { text: "Anything we should know?" },
  [MULTIPLE_CHOICE]: { text: "Your main course", required: true, options: ["Fish", "Beans"] },
  [CHECKBOXES]: { text: "What will you join?", options: ["Tour", "Dance"] },
  [DROPDOWN]: { text: "How will you come?", options: ["On foot", "By boat"] },
  [DATE]: { text: "Your first season" },
  [NUMBER]: { text: "Length of the boat" },
  [EMAIL]: { text: "Skipper's address" },
  [PHONE]: { text: "In an emergency call" },
  [COUNTRY]: { text: "Where you sail" },
  [AGREEMENT]: { text: "the house rules" },
};

/** An event with two ticket types, an extra, tax and a question of each type, one of them required. */
export async function richEvent({ db }: PurchaseSite) {
  const event = await buildEvent(db, { taxAmount: 7 });
  const standard = await buildTicket(db, event.id, { title: "Standard", price: 2500 });
  const student = await buildTicket(db, event.id, { title: "Student", price: 1250 });
  const dinner = await buildExtras(db, event.id, { name: "Dinner", price: 1500 });
  for (const typeId of [MULTIPLE_CHOICE, ...questionTypeIds.filter((id) => id !== MULTIPLE_CHOICE)])
    await buildQuestion(db, event.id, { typeId, ...questionOfType[typeId as QuestionType] });
  return { ...event, standardId: standard.id, studentId: student.id, dinnerId: dinner.id };
}

/** Opens the page of tickets, and waits until it is hydrated. */
export async function openTickets(page: Page, slug: string): Promise<void> {
  await open(page, `/${slug}/tickets`);
}

/** Chooses how many tickets of a type. */
export async function choose(page: Page, quantity = 1, title = "Standard"): Promise<void> {
  await page.getByRole("spinbutton", { name: `Number of ${title}` }).fill(String(quantity));
}

/** Continues from the page of tickets to the attendee form. */
export async function goOn(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Choose your tickets" })).toBeVisible();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
}

/** Fills in the two fields that every buyer has. */
export async function nameBuyer(page: Page, name = "Ada Lovelace", email = "ada@example.org"): Promise<void> {
  await page.getByRole("textbox", { name: "Full name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "E-mail", exact: true }).fill(email);
}

/** Continues from the attendee form to the checkout. */
export async function goToCheckout(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(page).toHaveURL(/\/checkout$/);
}

/** Goes from the start to the checkout of one or more tickets. */
export async function reachCheckout(page: Page, slug: string, quantity = 1): Promise<void> {
  await openTickets(page, slug);
  await choose(page, quantity);
  await goOn(page);
  await nameBuyer(page);
  for (let guest = 1; guest < quantity; guest++)
    await page
      .getByRole("region", { name: `Guest ${guest}` })
      .getByLabel("Guest's full name")
      .fill(`Guest ${guest}`);
  await goToCheckout(page);
}

/** Fills in the card form. */
export async function fillCard(page: Page, number = "4242424242424242"): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12/40");
  await page.getByLabel("Security code").fill("123");
}

/** Pays with a card and arrives at the tickets. */
export async function pay(page: Page, number?: string): Promise<void> {
  await fillCard(page, number);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
}

/** The proof of ownership that the browser stores for a pending purchase, also as a query. */
export async function keptProof(page: Page, slug: string): Promise<{ accessKey: string; query: string }> {
  const { registrationId, accessKey } = await page.evaluate((key) => {
    const { draft } = JSON.parse(localStorage.getItem(key) ?? "{}");
    return draft.hold;
  }, `foyer.purchase.${slug}`);
  return { accessKey, query: `registrationId=${registrationId}&accessKey=${accessKey}` };
}

/** The counters of a ticket's places. */
export async function places({ db }: PurchaseSite, ticketId: number) {
  return db
    .selectFrom("tickets")
    .select(["held", "sold"])
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
}
