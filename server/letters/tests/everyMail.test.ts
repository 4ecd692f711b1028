/** The rules for every kind of mail. */
import { beforeAll, expect, test } from "vitest";
import type { MailKind } from "../../mail/queuedMail.ts";
import { everyMail, type MailSample } from "../../testing/everyMail.ts";

let mails: MailSample[];
beforeAll(async () => {
  mails = await everyMail({ name: "Zoë", title: "Summer Gala" });
});

const ofTheSite: readonly MailKind[] = ["passwordReset", "emailChanged"];
const isOfTheSite = ({ kind }: MailSample) => ofTheSite.includes(kind);
const waiting: readonly MailKind[] = ["waitingJoined", "waitingOffer", "waitingLapsed"];
const ticketMail = () => mails.find(({ kind }) => kind === "tickets")!.mail;

test("an answer to a club's mail reaches the club, whose address and phone are in its foot", () => {
  for (const { name, mail } of mails.filter((sample) => !isOfTheSite(sample))) {
    const { replyTo, html, text } = mail;
    const address = "the-office-of-the-summer-gala@harbour-club-hamburg.example";
    expect(replyTo, name).toEqual({ name: "Summer Gala", address });
    for (const part of [address, "+49 40 123456789"]) {
      expect(text.replace(/\s+/g, " "), name).toContain(part);
      expect(html, name).toContain(part);
    }
    expect(html, name).toContain(`href="mailto:${address}"`);
    expect(html, name).toContain('href="tel:+4940123456789"');
  }
});

test("a mail of the site, or of a club without an address, is answered to nobody", () => {
  for (const { name, mail } of mails.filter(isOfTheSite)) expect(mail.replyTo, name).toBeNull();
});

test("the line that a list of mails shows is its words and no signs without a shape", () => {
  for (const { name, mail } of mails) {
    const [, preview] = /data-skip-in-text="true"[^>]*>([^<]*)</.exec(mail.html) ?? [];
    expect(preview?.length, name).toBeGreaterThan(5);
    expect(mail.html, name).not.toMatch(/[\u034f\u200b-\u200f\u2060\ufeff]|&(?:zwnj|zwj|#8199|#847);/);
  }
});

test("white words stand on a dark ground of their own", () => {
  for (const { name, mail } of mails)
    expect(mail.html, name).toMatch(/<h1[^>]*background-color:#0e0e10[^>]*color:#ffffff/);
});

test("a mail of a waiting list has the address that takes its reader off it, and no other mail has one", () => {
  for (const { kind, name, mail } of mails)
    expect(mail.unsubscribeUrl !== undefined, name).toBe(waiting.includes(kind));
});

test("a place is shown on whichever map its reader has", () => {
  const { html } = ticketMail();
  for (const map of ["www.google.com/maps", "maps.apple.com", "www.openstreetmap.org"])
    expect(html).toContain(`href="https://${map}`);
});

test("a buyer whose guests got their own tickets reads where these are", () => {
  const words = ticketMail().text.replace(/\s+/g, " ");
  expect(words).toContain(
    "The other 3 tickets of your order went to the guests whose addresses you gave. The page of your order has all 4.",
  );
  expect(words).toContain("Open all 4 tickets");
});
