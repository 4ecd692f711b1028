import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { inTransaction } from "../../db/pool.ts";
import { composeByKind, queueMails } from "../../mail/mail.ts";
import type { QueuedMail } from "../../mail/queuedMail.ts";
import { composers } from "../../mailer/mailTasks.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { pdfWords } from "../../testing/pdfWords.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function groupOfFour() {
  const { db } = app.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { price: 0 });
  const attendeeOf = (firstName: string, email?: string) => ({ ticketId: ticket.id, firstName, email });
  const { payload } = await app.ask("registration/express", {
    body: {
      eventId: event.id,
      tickets: [{ ticketId: ticket.id, quantity: 4 }],
      attendees: [
        attendeeOf("Mia", "mia@example.org"),
        attendeeOf("Leo", "Leo@example.org"),
        attendeeOf("Lea", "leo@example.org"),
        attendeeOf("Tom"),
      ],
    },
  });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return { event, token, accessKey: payload.accessKey, people: payload.attendees, ...payload.registration };
}

async function latestTo(address: string) {
  const { db } = app.database;
  const row = await db
    .selectFrom("mails")
    .selectAll()
    .where("recipient", "ilike", address)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const compose = composeByKind(
    composers({ db: db, publicUrl: "http://foyer.test", dataDir: "/nonexistent", clock: () => new Date() }),
  );
  const mail = await compose({ ...row, messageId: "1" } as unknown as QueuedMail);
  const files = (mail?.attachments ?? []).map(({ content, contentType }) =>
    contentType === "application/pdf" ? pdfWords(Buffer.from(content)).join() : content.toString("latin1"),
  );
  const links = [...(mail?.text ?? "").matchAll(/http:\/\/foyer\.test\/\S*tickets\?\S+/g)].map(
    ([url]) => url,
  );
  const all = [mail?.subject, mail?.html, mail?.text, ...files].join("\n");
  return { name: mail?.to.name, text: mail?.text, all, links: [...new Set(links)] };
}

const codeOf = (link: string) => new URL(link).searchParams.get("qrUuid");

test("a guest's mail has links to the guest's own tickets, and nothing in it has the buyer's key", async () => {
  const { id, accessKey, people } = await groupOfFour();
  const buyer = await latestTo("mia@example.org");
  expect(buyer.links).toEqual([expect.stringContaining(`registrationId=${id}&accessKey=${accessKey}`)]);
  const guest = await latestTo("leo@example.org");
  expect(guest.all).not.toContain(accessKey);
  expect(guest.links.map(codeOf)).toEqual([people[1]?.qrUuid, people[2]?.qrUuid]);
  expect(guest.all).toContain("Open the ticket of Leo");
});

test("a guest's link opens the guest's ticket and its PDF, and cannot buy extras, cancel, or show other tickets", async () => {
  const { id: registrationId, people } = await groupOfFour();
  const [link] = (await latestTo("leo@example.org")).links;
  const query = Object.fromEntries(new URL(link!).searchParams);
  const shownTicket = await app.ask("registration/getRegistration", { query });
  expect(shownTicket.payload).toMatchObject({ order: null, registration: { email: null } });
  expect(shownTicket.payload.attendees.map((one) => one.attendeeId)).toEqual([people[1]?.attendeeId]);
  const pdf = await app.http.inject({ url: "/api/registration/ticketPdf", query });
  expect(pdf.statusCode).toBe(200);
  const words = pdfWords(pdf.rawPayload).join();
  expect([words.includes("Leo"), words.includes("Mia")]).toEqual([true, false]);
  const proof = { registrationId, accessKey: query.qrUuid };
  expect(await app.ask("extras/purchaseExtras", { body: { ...proof, extras: [] } })).toMatchObject({
    status: 404,
  });
  expect(await app.ask("registration/cancelOwn", { body: { ...proof, refundAmount: 0 } })).toMatchObject({
    status: 404,
  });
});

test("a ticket mail that staff send again, or that is requested by address, has links only to the guest's own tickets", async () => {
  const { event, token, accessKey, people } = await groupOfFour();
  const sent = { attendeeId: people[2]!.attendeeId, eventId: event.id };
  await app.ask("registration/sendTicketByAttendeeId", { query: sent, token });
  const again = await latestTo("leo@example.org");
  expect([again.all.includes(accessKey), again.links.length]).toEqual([false, 2]);
  for (const email of ["LEO@example.org", "mia@example.org"])
    await app.ask("registration/getRegistrationByEmail", { query: { email, eventId: event.id } });
  const requested = await latestTo("leo@example.org");
  expect([requested.all.includes(accessKey), requested.links.map(codeOf)]).toEqual([
    false,
    [people[1]?.qrUuid, people[2]?.qrUuid],
  ]);
  expect((await latestTo("mia@example.org")).links).toEqual([expect.stringContaining(accessKey)]);
});

test("a guest's mail says who got the tickets for the guest, and the buyer's mail does not", async () => {
  await groupOfFour();
  expect((await latestTo("leo@example.org")).all).toContain("Mia got these tickets for you.");
  expect((await latestTo("mia@example.org")).all).not.toContain("for you.");
});

test("a buyer who does not attend is greeted by their own name, and a guest by the guest's", async () => {
  const { id } = await groupOfFour();
  const greetings = async () => {
    const mails = [await latestTo("mia@example.org"), await latestTo("leo@example.org")];
    return mails.map(({ name, text }) => [name, text?.match(/^Hello.*$/m)?.[0]]);
  };
  expect(await greetings()).toEqual([
    ["Mia", "Hello Mia,"],
    ["Leo", "Hello Leo,"],
  ]);
  // Staff corrected the name. The field stays as it was sent.
  const buyer = { buyer_name: "Nora Lind", additional_fields: JSON.stringify({ "Bought by": "Nora Lindd" }) };
  await app.database.db.updateTable("registrations").set(buyer).where("id", "=", id).execute();
  expect(await greetings()).toEqual([
    ["Nora Lind", "Hello Nora Lind,"],
    ["Leo", "Hello Leo,"],
  ]);
  expect((await latestTo("leo@example.org")).all).toContain("Nora Lind got these tickets for you.");
});

test("a buyer's mail and reminder have a link for each guest without a name, and a guest's mails have only the guest's own link", async () => {
  const { db } = app.database;
  const event = await buildEvent(db, { config: { guestNamesLater: true } });
  const ticket = await buildTicket(db, event.id, { price: 0 });
  const attendees = [{ firstName: "Mia", email: "mia@example.org" }, {}, {}, { email: "leo@example.org" }];
  const { payload } = await app.ask("registration/express", {
    body: {
      eventId: event.id,
      tickets: [{ ticketId: ticket.id, quantity: 4 }],
      attendees: attendees.map((one) => ({ ticketId: ticket.id, ...one })),
    },
  });
  const [, first, second, leo] = payload.attendees.map(({ qrUuid }) => qrUuid);
  const expectLinks = async () => {
    const buyer = await latestTo("mia@example.org");
    expect(buyer.all).toContain("Please fill them in by ");
    // Three tickets, each in the HTML and in the text.
    expect(buyer.all.match(/Missing: name/g)).toHaveLength(6);
    expect(buyer.links.map(codeOf)).toEqual(expect.arrayContaining([first, second, leo, null]));
    expect(buyer.links).toHaveLength(4);
    const guest = await latestTo("leo@example.org");
    expect(guest.links.map(codeOf)).toEqual([leo]);
    for (const secret of [payload.accessKey, first!, second!]) expect(guest.all).not.toContain(secret);
  };
  await expectLinks();
  const reminders = ["mia@example.org", "leo@example.org"].map((recipient) => ({
    key: `reminder:${event.id}:${recipient}`,
    kind: "missingDetails" as const,
    recipient,
    payload: { eventId: event.id },
  }));
  await inTransaction(db, (tx) => queueMails(tx, reminders));
  await expectLinks();
});
