import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { callSite, signInDemo } from "./callSite.ts";
import { type RunningSite, runningSite } from "./runningSite.ts";

const title = "Jazz; dinner, dance \\ & more – Πάρτι 王 ประจำปี";
const buyer = "ada@example.org";
const waitingAddress = "bea@example.org";
const timeoutMs = 120_000;

/** Starts a site, and writes its mails and files for an event whose names are hard to encode. */
export async function collectMailsAndFiles(folder: string): Promise<void> {
  const site = await runningSite();
  try {
    await collect(site, folder);
  } finally {
    await site.stop();
  }
}

async function collect({ url, dataDir }: RunningSite, folder: string): Promise<void> {
  const token = await signInDemo(url, "admin");
  const post = async (call: string, body: object) => (await callSite(url, call, { body, token })).payload;
  const save = async (path: string, name: string): Promise<void> => {
    const reply = await fetch(`${url}/api/${path}`, { headers: { authorization: token } });
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    await writeFile(join(folder, name), await reply.bytes());
  };

  const start = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const event = await post("event/save", {
    name: title,
    location: "Pier 7; Halle 3, Hamburg",
    startDatetime: start,
    timeZone: "Europe/Berlin",
    currency: "eur",
    isActive: true,
  });
  const { id: eventId, slug } = event as { id: number; slug: string };
  const ticket = { eventId, title: "x;=1+1", price: 0, maxStock: 2, isActive: true };
  const { id: ticketId } = (await post("ticket/save", ticket)) as { id: number };
  await post("registration/express", {
    eventId,
    tickets: [{ ticketId, quantity: 2 }],
    attendees: [
      { ticketId, firstName: "x;=1+1", lastName: "Παπαδοπούλου", email: buyer, phone: "+49 40 123456" },
      { ticketId, firstName: "Leo;=2+2", lastName: "王 小明", email: "leo@example.org" },
    ],
    userTimezone: "America/New_York",
  });
  await post("waitingList/join", { eventId, ticketId, places: 1, name: "Bea", email: waitingAddress });
  await post("auth/forgotPassword", { email: "admin@foyer.test" });
  await save(`event/calendar.ics?slug=${slug}`, "event.ics");
  await post("event/save", { id: eventId, location: "Another hall" });
  await save(`event/calendar.ics?slug=${slug}`, "moved.ics");
  for (const format of ["xlsx", "csv"]) {
    await save(`registration/downloadAttendees?eventId=${eventId}&format=${format}`, `attendees.${format}`);
    await save(`order/downloadOrders?eventId=${eventId}&format=${format}`, `orders.${format}`);
  }
  await save(`event/closingSheet?eventId=${eventId}`, "closing.xlsx");
  const outbox = join(dataDir, "outbox");
  // Two ticket mails, a confirmation of the waiting list and a password reset. After the cancellation the confirmation
  // would not be sent.
  await sentMails(outbox, 4);
  await post("event/cancel", { eventId, message: "Snow.\nWe are sorry.", refund: true });
  await save(`event/calendar.ics?slug=${slug}`, "cancelled.ics");
  // Also two mails about the cancellation.
  for (const name of await sentMails(outbox, 6))
    await writeFile(join(folder, name), await readFile(join(outbox, name)));
}

async function sentMails(outbox: string, minCount: number): Promise<string[]> {
  for (let waitedMs = 0; ; waitedMs += 500) {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml"));
    if (names.length >= minCount) return names;
    if (waitedMs > timeoutMs) throw new Error(`The site sent ${names.length} mails of ${minCount}`);
    await wait(500);
  }
}
