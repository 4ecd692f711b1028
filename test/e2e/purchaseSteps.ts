import type { Locator, Page } from "@playwright/test";
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

/** Builds an event with one ticket type; the price is in minor units. */
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

/** A question and the answer that is stored. `fill` gives this answer in a form; without `fill` it is typed. */
interface AnsweredQuestion {
  text: string;
  required?: boolean;
  options?: string[];
  stored: string;
  fill?: (form: Locator) => Promise<unknown>;
}

const questionOfType: Record<QuestionType, AnsweredQuestion> = {
  [SHORT_ANSWER]: { text: "Name on the card", stored: "Ada L." },
  [PARAGRAPH]: { text: "Anything we should know?", stored: "No nuts.\nThank you!" },
  [MULTIPLE_CHOICE]: {
    text: "Your main course",
    required: true,
    options: ["Fish", "Beans"],
    stored: "Beans",
    fill: (form) => form.getByLabel("Beans").check(),
  },
  [CHECKBOXES]: {
    text: "What will you join?",
    options: ["Tour", "Dance"],
    stored: "Tour\nDance",
    fill: async (form) => {
      await form.getByLabel("Tour").check();
      await form.getByLabel("Dance").check();
    },
  },
  [DROPDOWN]: {
    text: "How will you come?",
    options: ["On foot", "By boat"],
    stored: "By boat",
    fill: (form) => form.getByLabel("How will you come?").selectOption("By boat"),
  },
  [DATE]: { text: "Your first season", stored: "2019-05-01" },
  [NUMBER]: { text: "Length of the boat", stored: "7.5" },
  [EMAIL]: { text: "Skipper's address", stored: "skipper@example.org" },
  [PHONE]: { text: "In an emergency call", stored: "+44 20 7946 0018" },
  [COUNTRY]: {
    text: "Where you sail",
    stored: "TH",
    fill: (form) => form.getByLabel("Where you sail").selectOption("Thailand"),
  },
  [AGREEMENT]: {
    text: "the house rules",
    stored: "true",
    fill: (form) => form.getByLabel("I agree to the house rules").check(),
  },
};

/** The questions of `richEvent`, in their order on the page. */
export const richQuestions = [MULTIPLE_CHOICE, ...questionTypeIds.filter((id) => id !== MULTIPLE_CHOICE)].map(
  (typeId) => ({ typeId, ...questionOfType[typeId as QuestionType] }),
);

/** Answers every question of `richEvent` for one person. */
export async function answerRichQuestions(form: Locator): Promise<void> {
  for (const { text, stored, fill } of richQuestions)
    await (fill === undefined ? form.getByLabel(text).fill(stored) : fill(form));
}

/** Builds an event with two ticket types, an extra, tax and a question of each type. */
export async function richEvent({ db }: PurchaseSite) {
  const event = await buildEvent(db, { taxAmount: 7 });
  const standard = await buildTicket(db, event.id, { title: "Standard", price: 2500 });
  const student = await buildTicket(db, event.id, { title: "Student", price: 1250 });
  const dinner = await buildExtras(db, event.id, { name: "Dinner", price: 1500 });
  for (const question of richQuestions) await buildQuestion(db, event.id, question);
  return { ...event, standardId: standard.id, studentId: student.id, dinnerId: dinner.id };
}

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

/** Opens the page of tickets, and goes on to the checkout. */
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

/** Reads the proof of ownership that the browser stores for a pending purchase, also as a query. */
export async function keptProof(page: Page, slug: string): Promise<{ accessKey: string; query: string }> {
  const { registrationId, accessKey } = await page.evaluate((key) => {
    const { draft } = JSON.parse(localStorage.getItem(key) ?? "{}");
    return draft.hold;
  }, `foyer.purchase.${slug}`);
  return { accessKey, query: `registrationId=${registrationId}&accessKey=${accessKey}` };
}

export async function places({ db }: PurchaseSite, ticketId: number) {
  return db
    .selectFrom("tickets")
    .select(["held", "sold"])
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
}
