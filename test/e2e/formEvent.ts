import { expect, type Locator, type Page } from "@playwright/test";
import { ask } from "../../server/testing/app.ts";
import { buildClub, buildEvent, buildPackage, buildTicket } from "../../server/testing/builders.ts";
import type { PurchaseSite } from "./purchaseSite.ts";

/** By a field's label: the value to type or choose, or the file. */
export type Fields = Readonly<Record<string, string | { name: string; mimeType: string; buffer: Buffer }>>;

export interface FormEvent {
  site: PurchaseSite;
  clubId: number;
  eventId: number;
  slug: string;
  /** A free ticket with five places, of which Mia and Ada have one each. */
  ticketId: number;
  packageId: number;
  /** The e-mail of an admin of the club; empty in `prepare`. */
  email: string;
}

export interface FormCase {
  name: string;
  as: "admin" | "sudo" | "visitor";
  /** Creates further data that the form needs. */
  prepare?: (formEvent: FormEvent) => Promise<unknown>;
  path: (formEvent: FormEvent) => string;
  /** Opens the form on its page. */
  reach?: (page: Page) => Promise<void>;
  form: (page: Page) => Locator;
  /** Says what asks before a changed form is left; nothing does for "freely". */
  leaves: "page" | "panel" | "freely";
  save: string | RegExp;
  call: string;
  rules: readonly (readonly [typed: Fields, messages: Readonly<Record<string, string>>])[];
  validValues: (formEvent: FormEvent, page: Page) => Fields | Promise<Fields>;
  /** Refusals that the server gives. */
  refusals: readonly Refusal[];
  saved: (page: Page, formEvent: FormEvent) => Promise<void>;
}

export interface Refusal {
  typed: (formEvent: FormEvent) => Fields;
  /** Creates the cause while the form is open. */
  meanwhile?: (formEvent: FormEvent) => Promise<unknown>;
  at: string;
  message: RegExp;
  /** Reverts values that later typing does not replace. */
  undo?: (form: Locator) => Promise<void>;
}

export async function buildFormEvent(site: PurchaseSite): Promise<FormEvent> {
  const clubId = (await buildClub(site.db, `Rowers ${++count}`)).id;
  // Two days, so that the forms have all their fields at any hour.
  const start = new Date(Date.now() + 30 * dayMs);
  const spec = { clubId, name: `Supper ${count}`, start, end: new Date(start.getTime() + dayMs) };
  const { id: eventId, slug } = await buildEvent(site.db, spec);
  const ticketId = (await buildTicket(site.db, eventId, { price: 0, title: "Standard", maxStock: 5 })).id;
  const packageId = (await buildPackage(site.db, eventId, { name: "Gold", availableCount: 5 })).id;
  const formEvent = { site, clubId, eventId, slug, ticketId, packageId, email: "" };
  for (const firstName of ["Mia", "Ada"]) await register(formEvent, firstName, ticketId);
  return formEvent;
}

/** Registers somebody for a free ticket. */
export async function register(
  { site, eventId }: FormEvent,
  firstName: string,
  ticketId: number,
): Promise<void> {
  const reply = await ask(site.app, "registration/express", {
    body: {
      eventId,
      tickets: [{ ticketId, quantity: 1 }],
      attendees: [{ ticketId, firstName, lastName: "Keller", email: newEmail() }],
    },
  });
  expect([reply.status, reply.msg]).toEqual([200, null]);
}

export const formNamed = (name: string) => (page: Page) => page.getByRole("form", { name, exact: true });
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).click();
export const shows = (text: string) => async (page: Page) => {
  await expect(page.locator("[data-color]").filter({ hasText: text })).toBeVisible();
};
/** The server's message about a control character, which only the server checks. */
export const noControl = /without control characters/;
const dayMs = 24 * 3_600_000;
let count = 0;
export const newEmail = () => `somebody${++count}-${process.pid}@example.org`;
