import { describe, expect, test } from "vitest";
import { assetsIn, belongsToBuild, isTicketPage, kindOf, replyAddress, savedAddress } from "./rules.ts";

const origin = "https://foyer.example";
const proof = "registrationId=7&accessKey=abcdefghijklmnop";
const requestTo = (path: string, mode = "cors", method = "GET") => ({ url: origin + path, mode, method });

test.each([
  [`/gala/tickets?${proof}`, "navigate", "page"],
  ["/gala/tickets?registrationId=7&qrUuid=4f1c", "navigate", "page"],
  ["/event/7/checkin", "navigate", "door"],
  ["/event/7/checkin/scan", "navigate", "door"],
  ["/door/AbCdEfGhIjKlMnOpQrStUv", "navigate", "door"],
  [`/api/registration/getRegistration?${proof}`, "cors", "reply"],
  ["/assets/worker-reader-a1b2.js", "same-origin", "asset"],
  ["/assets/zxing_reader-a1b2.wasm", "cors", "asset"],
  ["/assets/Tickets-a1b2.js", "cors", "asset"],
  ["/api/club-logo/a.webp?w=80", "no-cors", "picture"],
  ["/icons/foyer.svg", "no-cors", "picture"],
])("the request %s (%s) is treated as %s", (path, mode, kind) => {
  expect(kindOf(requestTo(path, mode), origin)).toBe(kind);
});

test.each([
  ["/gala/tickets", "navigate"],
  ["/gala/tickets?registrationId=7", "navigate"],
  [`/gala/success?${proof}`, "navigate"],
  ["/gala", "navigate"],
  [`/event/tickets/list?${proof}`, "navigate"],
  ["/api/registration/getAttendees?page=1", "cors"],
  ["/api/registration/getRegistration?registrationId=7", "cors"],
  ["/api/registration/ticketPdf?registrationId=7&accessKey=abcdefghijklmnop", "cors"],
  ["/api/stripe/get-registration-from-payment?paymentIntentId=pi_1&accessKey=abcdefghijklmnop", "cors"],
  ["/api/auth/me", "cors"],
  ["/api/door/getCopy?eventId=7", "cors"],
  ["/api/door/sync", "cors"],
  ["/event/7/attendees", "navigate"],
  ["/event/7/checkin/scan/more", "navigate"],
  ["/event/checkin", "navigate"],
  ["/door", "navigate"],
])("the request %s (%s) is not handled", (path, mode) => {
  expect(kindOf(requestTo(path, mode), origin)).toBe("leave");
});

test("requests that change something, and requests to other sites, are not handled", () => {
  expect(kindOf(requestTo(`/api/registration/getRegistration?${proof}`, "cors", "POST"), origin)).toBe(
    "leave",
  );
  expect(kindOf({ url: "https://js.stripe.com/assets/a.js", mode: "cors", method: "GET" }, origin)).toBe(
    "leave",
  );
  expect(isTicketPage(`https://evil.example/gala/tickets?${proof}`, origin)).toBe(false);
});

test("links to a ticket that differ only in other parameters share one saved copy", () => {
  const plain = savedAddress(`${origin}/gala/tickets?${proof}`);
  expect(savedAddress(`${origin}/gala/tickets/?utm_source=mail&${proof}#qr`)).toBe(plain);
  expect(savedAddress(`${origin}/gala/tickets?registrationId=8&accessKey=abcdefghijklmnop`)).not.toBe(plain);
  expect(replyAddress(`${origin}/gala/tickets?utm_source=mail&${proof}`)).toBe(
    `${origin}/api/registration/getRegistration?${proof}`,
  );
});

test("the code, styles and icons that a document links are found", () => {
  const html = `<link rel="stylesheet" href="/assets/main-1.css"><link rel="modulepreload" href="/assets/a-2.js">
    <script type="module" src="/assets/main-3.js"></script><link rel="icon" href="/favicon.svg">
    <a href="/gala">Gala</a><img src="https://elsewhere.example/assets/x.js"><script src="/assets/main-3.js"></script>`;
  expect(assetsIn(html)).toEqual([
    "/assets/main-1.css",
    "/assets/a-2.js",
    "/assets/main-3.js",
    "/favicon.svg",
  ]);
});

describe("the document of a door", () => {
  const html = `<script type="module" src="/assets/start-1.js" data-modules="/assets/main-2.js /assets/Scan-3.js"></script>`;

  test("the files that the starter of a door's document loads are found", () => {
    expect(assetsIn(html)).toEqual(["/assets/start-1.js", "/assets/main-2.js", "/assets/Scan-3.js"]);
  });

  test("a door's document belongs to a page's build only if the page has loaded all its modules", () => {
    expect(belongsToBuild(html, ["/assets/main-2.js", "/assets/Scan-3.js", "/assets/more-9.js"])).toBe(true);
    expect(belongsToBuild(html, ["/assets/main-2.js", "/assets/Scan-OLD.js"])).toBe(false);
    // A public network may answer with its own page.
    expect(belongsToBuild("<p>Accept the terms of this network</p>", ["/assets/main-2.js"])).toBe(false);
  });
});
