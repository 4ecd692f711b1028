import { expect, test } from "vitest";
import {
  composeOwnCancelledMail,
  composePassedOnMail,
  composeTicketGoneMail,
  type OwnCancelledMail,
} from "../mails/ownChangeMail.ts";

const common = {
  recipientName: "Mia Keller",
  eventName: "Summer Gala",
  organiser: { name: "Harbour Club", email: "office@harbour.example", phone: "+49 40 123456" },
};
const cancelled: OwnCancelledMail = {
  ...common,
  people: ["Leo"],
  extras: [],
  amountMinor: 2250,
  feeMinor: 250,
  awaitsBuyer: false,
  currency: "eur",
  ticketUrl: "https://foyer.example/gala/tickets?registrationId=7&accessKey=abc",
};
const text = async (mail: Promise<{ text: string }>) => (await mail).text.replace(/\s+/g, " ");

test("the mail about a cancelled ticket has the refund, the fee, and that other tickets stay valid", async () => {
  const { subject } = await composeOwnCancelledMail(cancelled);
  expect(subject).toBe("Cancelled: your ticket for Summer Gala");
  const words = await text(composeOwnCancelledMail(cancelled));
  expect(words).toContain("You get €22.50 back. The money is refunded to the payment method that you used");
  const awaitingBuyer = await text(composeOwnCancelledMail({ ...cancelled, awaitsBuyer: true }));
  expect(awaitingBuyer).toContain("sent you another mail that asks for your bank account");
  expect(awaitingBuyer).not.toContain("the payment method that you used");
  expect(words).toContain("Kept by Harbour Club €2.50 Your refund €22.50");
  expect(words).toContain("Its code is no longer valid. All your other tickets stay valid.");
});

test("the mail about a whole cancelled registration lists the extras, and says if nothing is refunded", async () => {
  const wholeCancelled = { ...cancelled, people: ["Mia", "Leo"], ticketUrl: null };
  const extras = [{ title: "Dinner", quantity: 2 }];
  const unrefunded = await text(
    composeOwnCancelledMail({ ...wholeCancelled, extras, amountMinor: 0, feeMinor: 5000 }),
  );
  expect(unrefunded).toContain("You cancelled 2 tickets for Summer Gala. There is no refund.");
  expect(unrefunded).toContain("2 × Dinner");
  expect(unrefunded).not.toContain("stay valid");
  const free = await text(composeOwnCancelledMail({ ...wholeCancelled, amountMinor: 0, feeMinor: 0 }));
  expect(free).toContain("Nothing was paid for this.");
  expect(free).not.toContain("€");
});

test("the mail about a ticket passed on has both names, the new address, and that the old code is invalid", async () => {
  const passedTicket = {
    ...common,
    from: "Leo",
    to: "Ada",
    email: "ada@example.org",
    ticketTitle: "Standard",
  };
  const words = await text(composePassedOnMail({ ...passedTicket, ticketUrl: null }));
  expect(words).toContain(
    "The ticket of Leo for Summer Gala is now Ada’s. We have mailed it to ada@example.org",
  );
  expect(words).toContain("The former code is no longer valid.");
});

test("the former holder of a ticket is told that it is no longer valid, and nothing about money", async () => {
  for (const [why, act] of [
    ["cancelled", "cancelled it"],
    ["passedOn", "passed it on"],
  ] as const) {
    const words = await text(composeTicketGoneMail({ ...common, ticketTitle: "Standard", why }));
    expect(words).toContain(`Your ticket for Summer Gala is no longer valid. The buyer has ${act}`);
    expect(words).not.toContain("€");
  }
  const byOrganiser = composeTicketGoneMail({
    ...common,
    ticketTitle: "Standard",
    why: "cancelled",
    byOrganiser: true,
  });
  expect(await text(byOrganiser)).toContain(`${common.organiser.name} has cancelled it.`);
});
