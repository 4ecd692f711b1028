/** The mails about a buyer's own changes, word by word for money and dead codes. */
import { expect, test } from "vitest";
import {
  composeOwnCancelledMail,
  composePassedOnMail,
  composeTicketGoneMail,
  type OwnCancelledMail,
} from "../ownChangeMail.ts";

const whose = {
  recipientName: "Mia Keller",
  eventName: "Summer Gala",
  organiser: { name: "Harbour Club", email: "office@harbour.example", phone: "+49 40 123456" },
};
const cancelled: OwnCancelledMail = {
  ...whose,
  people: ["Leo"],
  extras: [],
  amountMinor: 2250,
  feeMinor: 250,
  awaitsBuyer: false,
  currency: "eur",
  ticketUrl: "https://foyer.example/gala/tickets?registrationId=7&accessKey=abc",
};
const text = async (mail: Promise<{ text: string }>) => (await mail).text.replace(/\s+/g, " ");

test("a cancelled ticket: what goes back, what the club keeps, and that the others stay valid", async () => {
  const { subject } = await composeOwnCancelledMail(cancelled);
  expect(subject).toBe("Cancelled: your ticket for Summer Gala");
  const words = await text(composeOwnCancelledMail(cancelled));
  expect(words).toContain("€22.50 goes back to you. The money goes back the way it came");
  const request = await text(composeOwnCancelledMail({ ...cancelled, awaitsBuyer: true }));
  expect(request).toContain("sent you another mail that asks for your bank account");
  expect(request).not.toContain("the way it came");
  expect(words).toContain("Kept by Harbour Club €2.50 Goes back to you €22.50");
  expect(words).toContain("Its code is no longer valid. Every other ticket of yours stays valid.");
});

test("all tickets with their extras, of which nothing goes back, or that were free", async () => {
  const whole = { ...cancelled, people: ["Mia", "Leo"], ticketUrl: null };
  const extras = [{ title: "Dinner", quantity: 2 }];
  const stored = await text(composeOwnCancelledMail({ ...whole, extras, amountMinor: 0, feeMinor: 5000 }));
  expect(stored).toContain("You cancelled 2 tickets for Summer Gala. No money goes back.");
  expect(stored).toContain("2 × Dinner");
  expect(stored).not.toContain("stay valid");
  const free = await text(composeOwnCancelledMail({ ...whole, amountMinor: 0, feeMinor: 0 }));
  expect(free).toContain("Nothing was paid for this.");
  expect(free).not.toContain("€");
});

test("a ticket passed on: from whom to whom, where it was mailed, and that the old code is dead", async () => {
  const passed = { ...whose, from: "Leo", to: "Ada", email: "ada@example.org", ticketTitle: "Standard" };
  const words = await text(composePassedOnMail({ ...passed, ticketUrl: null }));
  expect(words).toContain(
    "The ticket of Leo for Summer Gala is now Ada’s. We have mailed it to ada@example.org",
  );
  expect(words).toContain("The former code is no longer valid.");
});

test("whoever had it is told that it is valid no more, and nothing of money", async () => {
  for (const [why, act] of [
    ["cancelled", "cancelled it"],
    ["passedOn", "passed it on"],
  ] as const) {
    const words = await text(composeTicketGoneMail({ ...whose, ticketTitle: "Standard", why }));
    expect(words).toContain(`Your ticket for Summer Gala is no longer valid. Whoever bought it has ${act}`);
    expect(words).not.toContain("€");
  }
});
