/** What is true of each kind of mail. */
import { beforeAll, expect, test } from "vitest";
import type { ComposedMail } from "../mail/transport.ts";
import { everyMail } from "../testing/everyMail.ts";

let mails: Record<string, ComposedMail>;
beforeAll(async () => {
  mails = await everyMail({ name: "Zoë", title: "Summer Gala" });
});

const ofTheHouse = ["composePasswordResetMail", "composeEmailChangedMail"];
const ofClubs = () => Object.entries(mails).filter(([kind]) => !ofTheHouse.includes(kind));

test("an answer to a club's mail reaches the club, whose address and phone are in its foot", () => {
  for (const [kind, { replyTo, html, text }] of ofClubs()) {
    const address = "the-office-of-the-summer-gala@harbour-club-hamburg.example";
    expect(replyTo, kind).toEqual({ name: "Summer Gala", address });
    for (const part of [address, "+49 40 123456789"]) {
      expect(text.replace(/\s+/g, " "), kind).toContain(part);
      expect(html, kind).toContain(part);
    }
    expect(html, kind).toContain(`href="mailto:${address}"`);
    expect(html, kind).toContain('href="tel:+4940123456789"');
  }
});

test("a mail of the house, or of a club without an address, is answered to nobody", () => {
  for (const kind of ofTheHouse) expect(mails[kind]!.replyTo, kind).toBeNull();
});

test("the line that a list of mails shows is its words and no signs without a shape", () => {
  for (const [kind, { html }] of Object.entries(mails)) {
    const [, preview] = /data-skip-in-text="true"[^>]*>([^<]*)</.exec(html) ?? [];
    expect(preview?.length, kind).toBeGreaterThan(5);
    expect(html, kind).not.toMatch(/[\u034f\u200b-\u200f\u2060\ufeff]|&(?:zwnj|zwj|#8199|#847);/);
  }
});

test("white words stand on a dark ground of their own", () => {
  for (const [kind, { html }] of Object.entries(mails))
    expect(html, kind).toMatch(/<h1[^>]*background-color:#0e0e10[^>]*color:#ffffff/);
});

test("a mail of a waiting list has the address that takes its reader off it, and no other mail has one", () => {
  for (const [kind, { unsubscribeUrl }] of Object.entries(mails))
    expect(unsubscribeUrl !== undefined, kind).toBe(kind.startsWith("composeWaiting"));
});

test("a place is shown on whichever map its reader has", () => {
  const { html } = mails.composeTicketMail!;
  for (const map of ["www.google.com/maps", "maps.apple.com", "www.openstreetmap.org"])
    expect(html).toContain(`href="https://${map}`);
});

test("a buyer whose guests got their own tickets reads where these are", () => {
  const words = mails.composeTicketMail!.text.replace(/\s+/g, " ");
  expect(words).toContain(
    "The other 3 tickets of your order went to the guests whose addresses you gave. The page of your order has all 4.",
  );
  expect(words).toContain("Open all 4 tickets");
});
