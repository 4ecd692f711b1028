import { expect, test } from "vitest";
import { composeTicketsCancelledMail, type TicketsCancelledMail } from "../mails/ticketsCancelledMail.ts";

const cancelledTickets: TicketsCancelledMail = {
  recipientName: "Mia Keller",
  eventName: "Summer Gala",
  organiser: { name: "Harbour Club", email: "office@harbour.example", phone: "+49 40 123456" },
  orderNumber: "F-2026-000123",
  people: ["Leo"],
  amountMinor: 0,
  currency: "eur",
  reason: "",
  ticketUrl: "https://foyer.example/gala/tickets?registrationId=7&accessKey=abc",
};

async function written(change: Partial<TicketsCancelledMail>) {
  const { subject, text } = await composeTicketsCancelledMail({ ...cancelledTickets, ...change });
  return { subject, text: text.replace(/\s+/g, " ") };
}

test("a buyer learns which tickets of a free order staff cancelled, and that the others stay valid", async () => {
  const { subject, text } = await written({});
  expect(subject).toBe("Cancelled: 1 of your tickets for Summer Gala");
  expect(text).toContain("Its code is no longer valid. All your other tickets stay valid. TICKET Leo");
  expect(text).not.toMatch(/€|WHY/);
});

test("a buyer learns that staff cancelled all tickets, why, and how much is paid back by hand", async () => {
  const whole = { people: ["Mia", "Leo"], ticketUrl: null, amountMinor: 4000, reason: "The hall is closed" };
  const { subject, text } = await written(whole);
  expect(subject).toBe("Cancelled: your 2 tickets for Summer Gala");
  expect(text).toContain("You get €40 back from them. Their codes are no longer valid. TICKETS Mia, Leo");
  expect(text).toContain("WHY The hall is closed");
  expect(text).not.toMatch(/other tickets|Open my tickets/);
});
