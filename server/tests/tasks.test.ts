import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { inTransaction, openDatabase } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { queueMails } from "../mail/mail.ts";
import { createTransport } from "../mail/transport.ts";
import { sponsorshipById } from "../sponsorships/sponsorshipRows.ts";
import { backgroundTasks } from "../tasks.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildExtras, buildPackage, buildTicket, buildUser } from "../testing/builders.ts";
import { card, people, placeTestOrder, startTestPayment } from "../testing/buying.ts";
import { allTasks, runDue } from "../testing/jobs.ts";
import { type Mailbox, type ReceivedMail, startMailbox } from "../testing/mailbox.ts";
import { pdfWords } from "../testing/pdfWords.ts";
import { openSession } from "../testing/tokens.ts";

let app: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await testApp();
  mailbox = await startMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

async function runJobs(): Promise<void> {
  const transport = createTransport({
    smtpUrl: mailbox.url,
    mailFrom: "Foyer <tickets@foyer.test>",
    outboxDir: "/nonexistent",
  });
  try {
    await runDue(app, allTasks(app, transport));
  } finally {
    transport.close();
  }
}

test("the buyer's mail has the codes, the PDF, the calendar file, the order and the link to the ticket page", async () => {
  const event = await buildEvent(app.database.db, { name: "Summer Gala", taxAmount: 7 });
  const ticket = await buildTicket(app.database.db, event.id, { price: 4200 });
  const purchase = await startTestPayment(app, event.id, ticket.id, 2, "mia@example.org");
  await app.ask("stripe/confirm-payment", {
    body: { paymentIntentId: purchase.paymentIntentId, accessKey: purchase.accessKey, card: card() },
  });
  await runJobs();
  const mail = mailbox.mails().find(({ to }) => to?.[0]?.address === "mia@example.org");
  expect(mail?.subject).toBe("Your 2 tickets for Summer Gala");
  expect(mail?.attachments.map(({ mimeType }) => mimeType).sort()).toEqual([
    "application/pdf",
    "image/png",
    "image/png",
    "text/calendar",
  ]);
  expect(mail?.html).toContain(purchase.order.orderNumber);
  expect(mail?.html?.replaceAll("&amp;", "&")).toContain(
    `http://foyer.test/${event.slug}/tickets?registrationId=${purchase.registrationId}&accessKey=${purchase.accessKey}`,
  );
  const [, receipt] = /(http:\S+receiptPdf\S+)/.exec(mail?.text ?? "") ?? [];
  const fetched = await app.http.inject({ url: receipt!.replace("http://foyer.test", "") });
  expect(pdfWords(fetched.rawPayload)[0]).toContain(purchase.order.orderNumber);
  await runJobs();
  expect(mailbox.mails().filter(({ to }) => to?.[0]?.address === "mia@example.org")).toHaveLength(1);
});

test("a guest with their own address gets a mail with one code and without the amounts", async () => {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id, { price: 0 });
  const attendees = people(ticket.id, 2, "buyer@example.org").map((person, index) =>
    index === 1 ? { ...person, email: "guest@example.org" } : person,
  );
  const { payload } = await app.ask("registration/express", {
    body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 2 }], attendees },
  });
  await runJobs();
  const guest = mailbox.mails().find(({ to }) => to?.[0]?.address === "guest@example.org");
  expect(guest?.attachments.filter(({ mimeType }) => mimeType === "image/png")).toHaveLength(1);
  expect(guest?.html).not.toMatch(/Total|receiptPdf/);
  expect(payload.attendees).toHaveLength(2);
});

test("the code of extras is sent to the buyer, in the mail and in the PDF, and not to a guest", async () => {
  const event = await buildEvent(app.database.db, { name: "Supper" });
  const ticket = await buildTicket(app.database.db, event.id, { price: 0 });
  const dinner = await buildExtras(app.database.db, event.id, { price: 0, name: "Dinner" });
  const { payload } = await app.ask("registration/express", {
    body: {
      eventId: event.id,
      tickets: [{ ticketId: ticket.id, quantity: 2 }],
      extras: [{ extrasId: dinner.id, quantity: 3 }],
      attendees: people(ticket.id, 2, "host@example.org").map((person, index) =>
        index === 1 ? { ...person, email: "friend@example.org" } : person,
      ),
    },
  });
  await runJobs();
  const mailOf = (address: string) => mailbox.mails().find(({ recipients }) => recipients.includes(address))!;
  const [host, friend] = [mailOf("host@example.org"), mailOf("friend@example.org")];
  expect(host.text).toContain("3 × Dinner");
  expect(host.attachments.filter(({ mimeType }) => mimeType === "image/png")).toHaveLength(2);
  expect(friend.text).not.toContain("Dinner");
  const pagesIn = ({ attachments }: ReceivedMail) =>
    pdfWords(
      Buffer.from(attachments.find(({ filename }) => filename === "tickets.pdf")!.content as ArrayBuffer),
    );
  const page = `Extras · ${payload.order.orderNumber}\n3 × Dinner`;
  expect(pagesIn(host).map((one) => one.includes(page))).toEqual([false, true]);
  expect(pagesIn(friend).join()).not.toContain("Dinner");
  const { registration, accessKey, attendees } = payload;
  const fetchTicketWords = async (proof: object) => {
    const query = { registrationId: String(registration.id), ...proof };
    const reply = await app.http.inject({ url: "/api/registration/ticketPdf", query });
    return pdfWords(reply.rawPayload).join();
  };
  expect(await fetchTicketWords({ accessKey })).toContain(page);
  expect(await fetchTicketWords({ qrUuid: attendees[1]!.qrUuid })).not.toContain("Dinner");
});

async function confirmPayment({ paymentIntentId }: { paymentIntentId: string | null }, accessKey: string) {
  return app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
}

function receiptIn(mail: ReceivedMail | undefined): string {
  const file = mail?.attachments.find(({ filename }) => filename?.startsWith("receipt-"));
  return pdfWords(Buffer.from(file!.content as ArrayBuffer)).join();
}

test("a mail about later extras has their code and a link to the tickets, and is not sent after a refund", async () => {
  const event = await buildEvent(app.database.db, { name: "Autumn Ball", taxAmount: 10 });
  const ticket = await buildTicket(app.database.db, event.id, { price: 0 });
  const dinner = await buildExtras(app.database.db, event.id, { price: 1250 });
  const purchase = await placeTestOrder(app, event.id, ticket.id, 1, "extras@example.org");
  const { registrationId, accessKey } = purchase;
  const buy = async (quantity: number) => {
    const reply = await app.ask("extras/purchaseExtras", {
      body: { registrationId, accessKey, extras: [{ extrasId: dinner.id, quantity }] },
    });
    await confirmPayment(reply.payload, accessKey);
    return reply.payload.order;
  };
  const validOrder = await buy(2);
  const refunded = await buy(1);
  await app.database.pool.query("update orders set payment_status = 'refunded' where id = $1", [refunded.id]);
  await runJobs();
  const mails = mailbox.mails().filter(({ subject }) => subject === "Your extras for Autumn Ball");
  expect(mails.map(({ recipients }) => recipients)).toEqual([["extras@example.org"]]);
  expect(mails[0]?.text).toContain(validOrder.orderNumber);
  expect(mails[0]?.text).toContain("2 × Dinner");
  expect(mails[0]?.text).toContain("€27.50");
  expect(mails[0]?.to?.[0]?.name).toBe("Mia Keller");
  expect(mails[0]?.attachments.map(({ mimeType }) => mimeType)).toEqual(["image/png", "application/pdf"]);
  expect(receiptIn(mails[0])).toContain(`Order\n${validOrder.orderNumber}`);
  expect(mails[0]?.text).toContain(
    `http://foyer.test/${event.slug}/tickets?registrationId=${registrationId}&accessKey=${accessKey}`,
  );
});

test("a sponsor and a donor get a mail that thanks them for what they gave", async () => {
  const event = await buildEvent(app.database.db, { name: "Regatta" });
  const gold = await buildPackage(app.database.db, event.id, { name: "Gold", price: 50_000 });
  const sponsor = async (choice: object, email: string) => {
    const sponsorData = { firstName: "Ada", lastName: "Lovelace", organization: "Engines Ltd", email };
    const { payload } = await app.ask("sponsorship/create", {
      body: { eventId: event.id, sponsorData, ...choice },
    });
    const proof = { sponsorshipId: payload.sponsorship.id, accessKey: payload.accessKey };
    const started = await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof });
    await confirmPayment(started.payload, payload.accessKey);
  };
  await sponsor({ packageId: gold.id }, "sponsor@example.org");
  await sponsor({ amount: 2550 }, "donor@example.org");
  await runJobs();
  const mailTo = (address: string) =>
    mailbox.mails().filter(({ recipients }) => recipients.includes(address));
  const [toSponsor, toDonor] = [mailTo("sponsor@example.org"), mailTo("donor@example.org")];
  expect([toSponsor.length, toDonor.length]).toEqual([1, 1]);
  expect(toSponsor[0]?.subject).toBe("Thank you for sponsoring Regatta");
  expect(toSponsor[0]?.to?.[0]?.name).toBe("Ada Lovelace");
  expect(toSponsor[0]?.text).toMatch(/Gold\s+€500/);
  expect(toSponsor[0]?.text).toContain("Engines Ltd");
  expect(receiptIn(toSponsor[0])).toContain("ISSUED TO\nEngines Ltd\nAda Lovelace\nsponsor@example.org");
  const [, url] = /(http:\S+receiptPdf\S+)/.exec(toSponsor[0]?.text ?? "") ?? [];
  const fetched = await app.http.inject({ url: url!.replace("http://foyer.test", "") });
  expect(pdfWords(fetched.rawPayload)).toEqual([receiptIn(toSponsor[0])]);
  expect(toDonor[0]?.subject).toBe("Thank you for your donation to Regatta");
  expect(toDonor[0]?.text).toMatch(/Donation\s+€25\.50/);
});

test("a refund mail says what was refunded and what is no longer valid, and has a receipt", async () => {
  const { db } = app.database;
  const event = await buildEvent(db, { name: "Spring Fair" });
  const admin = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  const ticket = await buildTicket(db, event.id, { price: 2000 });
  const dinner = await buildExtras(db, event.id, { price: 1250 });
  const purchase = await startTestPayment(app, event.id, ticket.id, 1, "back@example.org");
  const { registrationId, accessKey } = purchase;
  await confirmPayment(purchase, accessKey);
  const extras = await app.ask("extras/purchaseExtras", {
    body: { registrationId, accessKey, extras: [{ extrasId: dinner.id, quantity: 2 }] },
  });
  await confirmPayment(extras.payload, accessKey);
  const ticketUrl = `http://foyer.test/${event.slug}/tickets?registrationId=${registrationId}&accessKey=${accessKey}`;
  const refund = async (body: Record<string, unknown>) => {
    await app.ask("order/refund", { body, token: admin });
    await runJobs();
    const mail = mailbox.mails().findLast(({ recipients }) => recipients.includes("back@example.org"));
    return { words: (mail?.text ?? "").replace(/\s+/g, " "), receipt: receiptIn(mail) };
  };
  const part = await refund({ orderId: extras.payload.order.id, amount: 500, reason: "Cold soup" });
  expect(part.words).toContain("refunds you €5 for your extras at Spring Fair.");
  expect(part.words).toContain(`Cold soup ORDER ${extras.payload.order.orderNumber} Paid €25 Refunded €5`);
  expect(part.words).toContain(`Your tickets: ${ticketUrl}`);
  expect(part.words).not.toContain("no longer valid");
  expect(part.receipt).toContain("Status\nPaid, refunded in part");
  const rest = await refund({ orderId: extras.payload.order.id });
  expect(rest.words).toContain("Paid €25 Refunded €20 Refunded in total €25");
  expect(rest.words).toContain("The code of the extras in this order is no longer valid.");
  expect(rest.receipt).toContain("Refunded\n-€25\nRemaining\n€0");
  const tickets = await refund({ orderId: purchase.order.id, cancelTickets: true });
  expect(tickets.words).toContain("The tickets of this order are no longer valid.");
  expect(tickets.words).not.toContain("Your tickets:");
});

test("the refund mail to a donor of a cancelled event has their name, and says that the donation came late", async () => {
  const { db } = app.database;
  const event = await buildEvent(db, { name: "Winter Fair" });
  const sponsorData = { firstName: "Ada", lastName: "Lovelace", email: "late@example.org" };
  const { payload } = await app.ask("sponsorship/create", {
    body: { eventId: event.id, amount: 2550, sponsorData },
  });
  const { order_id } = (await sponsorshipById(db, payload.sponsorship.id))!;
  await db.updateTable("events").set({ cancelled_at: app.time.now }).where("id", "=", event.id).execute();
  await inTransaction(db, (tx) =>
    queueMails(tx, [
      { key: "refund:late", kind: "refund", recipient: sponsorData.email, payload: { orderId: order_id! } },
    ]),
  );
  await runJobs();
  const mail = mailbox.mails().find(({ recipients }) => recipients.includes("late@example.org"));
  const words = (mail?.text ?? "").replace(/\s+/g, " ");
  expect(words).toContain("Hello Ada Lovelace,");
  expect(words).toContain("as a donation for Winter Fair reached us late, and the event has been cancelled.");
  expect(words).toContain("Your whole donation is refunded.");
});

test("a request for the tickets of an address mails their link, and nothing if the address has no tickets", async () => {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id, { price: 0, title: "Free entry" });
  await app.ask("registration/express", {
    body: {
      eventId: event.id,
      tickets: [{ ticketId: ticket.id, quantity: 1 }],
      attendees: people(ticket.id, 1, "lost@example.org"),
    },
  });
  await app.ask("registration/getRegistrationByEmail", {
    query: { eventId: event.id, email: "Lost@example.org" },
  });
  await app.ask("registration/getRegistrationByEmail", {
    query: { eventId: event.id, email: "nobody@example.org" },
  });
  await runJobs();
  const found = mailbox.mails().filter(({ subject }) => subject?.startsWith("Your tickets for"));
  expect(found.map(({ to }) => to?.[0]?.address?.toLowerCase())).toEqual(["lost@example.org"]);
  expect(found[0]?.text).toContain("1 × Free entry");
  expect(found[0]?.text).toContain(`http://foyer.test/${event.slug}/tickets?registrationId=`);
});

test("the sweep deletes door changes that are older than a week", async () => {
  const { db } = app.database;
  const event = await buildEvent(db);
  const week = 7 * 24 * 3_600_000;
  const addChange = (agoMs: number) =>
    db
      .insertInto("door_changes")
      .values({ event_id: event.id, at: new Date(app.time.now.getTime() - agoMs) })
      .execute();
  await addChange(week + 60_000);
  await addChange(week - 60_000);
  const transport = createTransport({
    smtpUrl: mailbox.url,
    mailFrom: "Foyer <tickets@foyer.test>",
    outboxDir: "/nonexistent",
  });
  await allTasks(app, transport).sweep!({});
  transport.close();
  const stored = await db.selectFrom("door_changes").select("at").where("event_id", "=", event.id).execute();
  expect(stored.map(({ at }) => app.time.now.getTime() - at.getTime())).toEqual([week - 60_000]);
});

test("failed steps of the sweep do not stop the other steps, and are reported by name", async () => {
  const { db } = app.database;
  await sql`insert into limit_counts (what, subject, slot, counts)
    values ('old', 'nobody', 1, array[1, 0, 0, 0, 0, 0, 0])`.execute(db);
  const checkout = { ...app.checkout, sweep: () => Promise.reject(new Error("the provider is away")) };
  const clock = vi.fn(app.services.clock).mockImplementationOnce(() => {
    throw new Error("the clock has stopped");
  });
  const sweep = backgroundTasks({ services: { ...app.services, clock }, checkout }).sweep!(undefined);
  await expect(sweep).rejects.toMatchObject({
    message: "checkout and pruneChanges failed",
    errors: [new Error("the provider is away"), new Error("the clock has stopped")],
  });
  const remaining = await sql`select from limit_counts where what = 'old'`.execute(db);
  expect(remaining.rows).toEqual([]);
});

test("the sweep ends a database statement of the site that has run for two minutes", async () => {
  const { db, url } = app.database;
  // In this view, which the sweep reads, statements are two minutes older.
  await sql`create schema later`.execute(db);
  await sql`create view later.pg_stat_activity as select datname, usename, pid, state, application_name,
    query_start - interval '2 minutes' as query_start from pg_catalog.pg_stat_activity`.execute(db);
  const sweeping = openDatabase(`${url}?options=-c%20search_path%3Dlater,pg_catalog,public`, {
    applicationName: "sweep of this test",
  });
  const site = openDatabase(url);
  try {
    const slow = sql`select pg_sleep(3600)`.execute(site.db).then(
      () => null,
      (error: unknown) => error,
    );
    const request = sql`select from pg_stat_activity where query = 'select pg_sleep(3600)' and state = 'active'`;
    await expect.poll(async () => (await request.execute(db)).rows.length).toBe(1);
    await backgroundTasks({ ...app, services: { ...app.services, db: sweeping.db } }).sweep!({});
    expect(isUnavailable(await slow)).toBe(true);
  } finally {
    await Promise.all([sweeping.close(), site.close()]);
    await sql`drop schema later cascade`.execute(db);
  }
});
