/** What forms.e2e.ts goes through: how a form is told of, and the place that each of them is in. */
import { expect, type Locator, type Page } from "@playwright/test";
import { ask } from "../../server/testing/app.ts";
import { buildClub, buildEvent, buildPackage, buildTicket } from "../../server/testing/builders.ts";
import type { PurchaseHouse } from "./purchaseHouse.ts";

/** By a field's label: what is typed, chosen or said there. */
export type Fields = Readonly<Record<string, string | { name: string; mimeType: string; buffer: Buffer }>>;

/** Where the forms of a test are. Everything in it is its own. */
export interface Place {
  house: PurchaseHouse;
  clubId: number;
  eventId: number;
  slug: string;
  /** Free, five of them, of which Mia has one and Ada one. */
  ticketId: number;
  packageId: number;
  /** Of the admin who is signed in, where the form needs one. */
  email: string;
}

/** A form. */
export interface FormCase {
  name: string;
  as: "admin" | "sudo" | "visitor";
  /** What else has to be there. */
  prepare?: (place: Place) => Promise<unknown>;
  path: (place: Place) => string;
  /** What is pressed until the form is there. */
  reach?: (page: Page) => Promise<void>;
  form: (page: Page) => Locator;
  /** In a panel, which asks when it is closed; a form of visitors has nothing to lose and does not ask. */
  leaves: "page" | "panel" | "freely";
  save: string | RegExp;
  call: string;
  /** What is typed, and what is then said at which field. */
  rules: readonly (readonly [typed: Fields, said: Readonly<Record<string, string>>])[];
  right: (place: Place, page: Page) => Fields | Promise<Fields>;
  /** What only the server can refuse, at the field of that name. */
  refusals: readonly Refusal[];
  saved: (page: Page, place: Place) => Promise<void>;
}

/** A refusal of the server. */
export interface Refusal {
  typed: (place: Place) => Fields;
  /** Makes it so while the form is open. */
  meanwhile?: (place: Place) => Promise<unknown>;
  at: string;
  says: RegExp;
  /** Takes back what typing something else does not. */
  undo?: (form: Locator) => Promise<void>;
}

/** A place where two of five free tickets are taken. */
export async function buildPlace(house: PurchaseHouse): Promise<Place> {
  const clubId = (await buildClub(house.db, `Rowers ${++count}`)).id;
  // Of two days: whatever the hour is now, the forms have all their fields.
  const start = new Date(Date.now() + 30 * dayMs);
  const spec = { clubId, name: `Supper ${count}`, start, end: new Date(start.getTime() + dayMs) };
  const { id: eventId, slug } = await buildEvent(house.db, spec);
  const ticketId = (await buildTicket(house.db, eventId, { price: 0, title: "Standard", maxStock: 5 })).id;
  const packageId = (await buildPackage(house.db, eventId, { name: "Gold", availableCount: 5 })).id;
  const place = { house, clubId, eventId, slug, ticketId, packageId, email: "" };
  for (const firstName of ["Mia", "Ada"]) await register(place, firstName, ticketId);
  return place;
}

/** Registers somebody for a free ticket. */
export async function register(
  { house, eventId }: Place,
  firstName: string,
  ticketId: number,
): Promise<void> {
  const told = await ask(house.app, "registration/express", {
    body: {
      eventId,
      tickets: [{ ticketId, quantity: 1 }],
      attendees: [{ ticketId, firstName, lastName: "Keller", email: newEmail() }],
    },
  });
  expect([told.status, told.msg]).toEqual([200, null]);
}

/** A form of staff by its name. */
export const staffForm = (name: string) => (page: Page) => page.getByRole("form", { name, exact: true });
/** Presses a button. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).click();
/** A message is shown. */
export const shows = (text: string) => async (page: Page) => {
  await expect(page.locator("[data-color]").filter({ hasText: text })).toBeVisible();
};
/** What the server says of a control character, which only it looks for. */
export const noControl = /without control characters/;
const dayMs = 24 * 3_600_000;
let count = 0;
/** An address that nobody has. */
export const newEmail = () => `somebody${++count}-${process.pid}@example.org`;
