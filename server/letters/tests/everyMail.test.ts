import { beforeAll, expect, test } from "vitest";
import type { MailKind } from "../../mail/queuedMail.ts";
import { everyMail, type MailSample } from "../../testing/everyMail.ts";

let mails: MailSample[];
beforeAll(async () => {
  mails = await everyMail({ name: "Zoë", title: "Summer Gala" });
});

const waitingListKinds: readonly MailKind[] = ["waitingJoined", "waitingOffer", "waitingLapsed"];
const ticketMail = () => mails.find(({ kind }) => kind === "tickets")!.mail;

test("a reply to a club's mail goes to the club, whose address and phone are in the footer", () => {
  for (const { name, mail } of mails.filter(({ isFromSite }) => !isFromSite)) {
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

test("a mail of the site has no reply address", () => {
  for (const { name, mail } of mails.filter(({ isFromSite }) => isFromSite))
    expect(mail.replyTo, name).toBeNull();
});

test("the preview line of a mail has words and no invisible characters", () => {
  for (const { name, mail } of mails) {
    const [, preview] = /data-skip-in-text="true"[^>]*>([^<]*)</.exec(mail.html) ?? [];
    expect(preview?.length, name).toBeGreaterThan(5);
    expect(mail.html, name).not.toMatch(/[\u034f\u200b-\u200f\u2060\ufeff]|&(?:zwnj|zwj|#8199|#847);/);
  }
});

test("the white title of a mail has a dark background of its own", () => {
  for (const { name, mail } of mails)
    expect(mail.html, name).toMatch(/<h1[^>]*background-color:#0e0e10[^>]*color:#ffffff/);
});

test("only mails of a waiting list have an unsubscribe address", () => {
  for (const { kind, name, mail } of mails)
    expect(mail.unsubscribeUrl !== undefined, name).toBe(waitingListKinds.includes(kind));
});

test("a ticket mail has links to three maps", () => {
  const { html } = ticketMail();
  for (const map of ["www.google.com/maps", "maps.apple.com", "www.openstreetmap.org"])
    expect(html).toContain(`href="https://${map}`);
});

test("the mail to a buyer says to whom the tickets of the guests were mailed", () => {
  const words = ticketMail().text.replace(/\s+/g, " ");
  expect(words).toContain(
    "The other 3 tickets of your order went to the guests whose addresses you entered. The page of your order has all 4.",
  );
  expect(words).toContain("Open all 4 tickets");
});
