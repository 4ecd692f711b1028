import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PayloadOf } from "../../../contract/all.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { databaseContents } from "../../testing/contents.ts";
import {
  type FakePretix,
  fakePretixSource,
  recordedAnswers,
  startFakePretix,
} from "../../testing/pretix/fakePretix.ts";
import { buildTwoClubs, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let pretix: FakePretix;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
  // Small pages, so that most lists have several.
  pretix = await startFakePretix({ pageSize: 2 });
});
afterAll(async () => {
  await app.close();
  await pretix.close();
});

const ask = (body: object = {}, { token = clubs.tokens.admin, key = null as string | null } = {}) =>
  app.ask("event/fromPretix", {
    body: { ...fakePretixSource, url: pretix.url, ...body },
    token,
    ...(key === null ? {} : { headers: { "idempotency-key": key } }),
  });

describe("the event with its people", () => {
  let made: PayloadOf<"event/fromPretix">;
  let words: string | null;
  let people: PayloadOf<"registration/getAttendees">["items"];
  beforeAll(async () => {
    const reply = await ask({ people: true });
    expect(reply.status, reply.msg ?? "").toBe(200);
    made = reply.payload;
    words = reply.msg;
    const list = await app.ask("registration/getAttendees", {
      query: { eventId: made.id, itemsPerPage: -1 },
      token: clubs.tokens.admin,
    });
    people = list.payload.items;
  });

  test("the event is a draft of the club with pretix's name, times, place and currency", () => {
    expect(made).toMatchObject({
      clubId: clubs.clubId,
      isActive: false,
      name: "Summer Gala",
      location: "Boat house, River Road 1",
      startDatetime: "2031-06-21T17:00:00.000Z",
      endDatetime: "2031-06-21T22:00:00.000Z",
      timeZone: "Europe/Berlin",
      currency: "eur",
      pricesIncludeTax: true,
    });
  });

  test("a product becomes one ticket for each variation, and a product without admission becomes an extra", async () => {
    const { payload: tickets } = await app.ask("ticket/getTicketsByEventId", {
      query: { eventId: made.id },
      token: clubs.tokens.admin,
    });
    expect(tickets.map(({ title, price, maxStock }) => [title, price, maxStock])).toEqual([
      ["Adult", 2500, 120],
      ["Gala dinner – Meat", 6000, 40],
      ["Gala dinner – Vegan", 5550, 40],
    ]);
    const extras = await app.ask("event/getExtras", {
      query: { eventId: made.id },
      token: clubs.tokens.admin,
    });
    expect(extras.payload).toMatchObject([
      { name: "Parking", price: 800, maxStock: 20, taxRate: { name: "VAT", percent: 19 } },
    ]);
  });

  test("a quota of several tickets becomes a shared capacity, and a quota that cannot become one is counted as left out", async () => {
    const { payload } = await app.ask("sharedCapacity/getByEventId", {
      query: { eventId: made.id },
      token: clubs.tokens.admin,
    });
    expect(payload.map(({ title, maxPlaces, ticketIds }) => [title, maxPlaces, ticketIds.length])).toEqual([
      ["Dinner hall", 40, 2],
    ]);
    expect(made.imported.leftOut).toContainEqual({ text: "limits of several products", count: 1 });
  });

  test("questions get the closest type and keep tickets and conditions, and a question that asks for a file is left out", async () => {
    const { payload } = await app.ask("form/getFormQuestions", {
      query: { eventId: made.id },
      token: clubs.tokens.admin,
    });
    const byId = new Map(payload.map((question) => [question.id, question]));
    expect(
      payload.map(({ text, typeId, required, options, ticketIds, showIf }) => [
        text,
        typeId,
        required,
        options,
        ticketIds?.length ?? null,
        showIf && `${byId.get(showIf.questionId)!.text} = ${showIf.equals}`,
      ]),
    ).toEqual([
      ["Name on the badge", 0, true, null, null, null],
      ["Anything else?", 1, false, null, null, null],
      ["Age", 6, false, null, 1, null],
      ["Do you have allergies?", 2, false, ["Yes", "No"], 2, null],
      ["Which allergies?", 0, false, null, 2, "Do you have allergies? = Yes"],
      ["Size of the shirt", 2, false, ["S", "M", "L"], null, null],
      ["Which workshops?", 3, false, ["Rowing, easy", "Knots"], 1, null],
      ["Long sleeves?", 0, false, null, null, "Size of the shirt = L"],
      ["Birthday", 5, false, null, 1, null],
      ["Time of arrival", 0, false, null, 1, null],
      ["Departure", 0, false, null, 1, null],
      ["Country", 9, false, null, null, null],
      ["Phone", 8, false, null, null, null],
    ]);
    expect(made.imported.leftOut).toContainEqual({
      text: "questions of a type that Foyer does not have",
      count: 1,
    });
  });

  test("vouchers become promo codes, and vouchers that cannot become one are counted with the reason", async () => {
    const { payload } = await app.ask("promoCode/getByEventId", {
      query: { eventId: made.id },
      token: clubs.tokens.admin,
    });
    expect(
      payload.map(({ code, kind, value, ticketIds, maxUses }) => [
        code,
        kind,
        value,
        ticketIds?.length,
        maxUses,
      ]),
    ).toEqual([
      ["TENPERCENT", "percent", 10, undefined, 50],
      ["FIVEOFF", "amount", 500, 1, 8],
      ["FOR20", "amount", 500, 1, 1],
    ]);
    expect(made.imported.leftOut).toEqual(
      expect.arrayContaining([
        { text: "vouchers that set the price of different tickets", count: 1 },
        { text: "vouchers that change no price", count: 1 },
        { text: "vouchers with a budget", count: 1 },
      ]),
    );
  });

  test("people of paid orders are imported, and the others are counted by reason", () => {
    expect(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).sort()).toEqual([
      "Ada Lovelace",
      "Frida Free",
      "Guest of สมชาย ใจดี",
      "Jörg O’Neill",
      "สมชาย ใจดี",
    ]);
    expect(made.imported).toMatchObject({ people: 5, registrations: 3, unkeptFields: [] });
    expect(made.imported.leftOut).toEqual(
      expect.arrayContaining([
        { text: "of a test order", count: 1 },
        { text: "cancelled", count: 2 },
        { text: "expired", count: 1 },
        { text: "pending", count: 1 },
      ]),
    );
    expect(words).toContain("It has 5 people. Left out: ");
  });

  test("a person keeps answers, company, price, order, first check-in and the extras bought with the ticket", () => {
    const ada = people.find(({ firstName }) => firstName === "Ada")!;
    expect(ada).toMatchObject({
      email: "ada@example.org",
      phone: "+493012345678",
      importedNumber: "AAA01",
      // The whole order: both tickets and the extra.
      paidElsewhere: 8850,
      registeredAt: "2026-05-02T09:30:00.000Z",
      checkinTime: "2026-06-01T17:30:00.000Z",
      hasOldCode: true,
      additionalFields: { Company: "Söhne & Co", Extras: "1 × Parking" },
    });
    expect(ada.answers.map(({ answer }) => answer)).toEqual([
      "Ada",
      "Two\nlines",
      "36",
      "L",
      "Rowing, easy\nKnots",
      "please",
      "1990-12-10",
      "18:30:00",
      "2031-06-21T22:30:00+00:00",
      "GB",
      "+442079460018",
    ]);
  });

  test("the code of a pretix ticket finds its person after the event is published", async () => {
    const token = clubs.tokens.admin;
    await app.ask("event/save", { body: { id: made.id, isActive: true }, token });
    const reply = await app.ask("checkin/scanByRegistrationId", {
      body: { payload: { qrCodeData: "aaa012secretofpretix", eventId: made.id } },
      token,
    });
    expect(reply.payload).toMatchObject({ oldTicket: true, firstName: "Jörg" });
  });

  test("every page is requested from the address that the admin entered, even if pretix gives another one for the next page", () => {
    const orders = pretix.requests.filter((path) => path.includes("/orders/"));
    expect(orders.map((path) => /[?&]page=(\d+)/.exec(path)![1])).toEqual(["1", "2", "3", "4"]);
  });
});

describe("an order that is not paid", () => {
  const importWith = async (changes: Readonly<Record<string, object>>) => {
    const answers = recordedAnswers();
    for (const order of answers.orders) Object.assign(order, changes[order.code as string]);
    const own = await startFakePretix({ answers });
    const { payload, msg } = await ask({ url: own.url, people: true });
    await own.close();
    expect(msg).toContain("The event is a draft until you publish it.");
    const list = await app.ask("registration/getAttendees", {
      query: { eventId: payload.id, itemsPerPage: -1 },
      token: clubs.tokens.admin,
    });
    return { made: payload, people: list.payload.items };
  };

  test("an unpaid order is imported if pretix lets its people in, with a note that the price is not paid", async () => {
    const { made, people } = await importWith({ CCC03: { valid_if_pending: true } });
    expect(made.imported).toMatchObject({ people: 6, registrations: 4 });
    expect(made.imported.leftOut.map(({ text }) => text)).not.toContain("pending");
    const [pending, ...others] = people.filter(({ importedNumber }) => importedNumber === "CCC03");
    expect(others).toEqual([]);
    expect(pending).toMatchObject({
      registrationState: "active",
      paidElsewhere: null,
      hasOldCode: true,
      additionalFields: { "Payment in pretix": "Pending: 25.00 EUR" },
    });
    const paid = people.filter(({ importedNumber }) => importedNumber !== "CCC03");
    expect(JSON.stringify(paid)).not.toContain("Payment in pretix");
  });

  test("an unpaid order is left out if it waits for approval, has expired or is cancelled", async () => {
    const { made } = await importWith({
      CCC03: { valid_if_pending: true, require_approval: true },
      DDD04: { valid_if_pending: true },
      EEE05: { valid_if_pending: true },
    });
    expect(made.imported).toMatchObject({ people: 5, registrations: 3 });
    expect(made.imported.leftOut).toEqual(
      expect.arrayContaining([
        { text: "cancelled", count: 2 },
        { text: "expired", count: 1 },
        { text: "pending", count: 1 },
      ]),
    );
  });
});

test("a tax that prices included and is now added, and a rate that Foyer cannot have, are counted", async () => {
  const answers = recordedAnswers();
  const [included] = answers.taxrules as { id: number }[];
  answers.taxrules.push(
    { ...included, id: 2, rate: "7.00", price_includes_tax: false },
    { ...included, id: 3, rate: "7.1234" },
  );
  const [first, second] = answers.items.filter((item) => item.tax_rule !== included!.id);
  first!.tax_rule = 2;
  second!.tax_rule = 3;
  const own = await startFakePretix({ answers });
  const { payload } = await ask({ url: own.url });
  await own.close();
  expect(payload.imported.leftOut).toEqual(
    expect.arrayContaining([
      { text: "tax rates above 100 %, or with more than three decimals", count: 1 },
      { text: "products whose price includes their tax, which Foyer adds to it now", count: 1 },
    ]),
  );
});

test("a question keeps its condition if pretix's reply leaves out that its other question has none", async () => {
  const answers = recordedAnswers();
  for (const question of answers.questions)
    if (question.dependency_question === null) delete question.dependency_question;
  const own = await startFakePretix({ answers });
  const { payload } = await ask({ url: own.url });
  await own.close();
  const query = { eventId: payload.id };
  const questions = await app.ask("form/getFormQuestions", { query, token: clubs.tokens.admin });
  const conditions = questions.payload.flatMap(({ text, showIf }) =>
    showIf === null ? [] : [`${text} ${showIf.equals}`],
  );
  expect(conditions).toEqual(["Which allergies? Yes", "Long sleeves? L"]);
  expect(payload.imported.leftOut.map(({ text }) => text)).not.toContain("conditions of questions");
});

test("an answer of 3,000 characters, too long for its question, becomes an additional field with the whole answer", async () => {
  const longAnswer = "x".repeat(3000);
  const answers = recordedAnswers();
  const given = (answers.orders as { positions: { answers: { question: number; answer: string }[] }[] }[])
    .flatMap(({ positions }) => positions.flatMap((position) => position.answers))
    .find(({ answer }) => answer === "Ada")!;
  given.answer = longAnswer;
  const own = await startFakePretix({ answers });
  const { payload } = await ask({ url: own.url, people: true });
  await own.close();
  const list = await app.ask("registration/getAttendees", {
    query: { eventId: payload.id, searchKeyword: "Ada" },
    token: clubs.tokens.admin,
  });
  const fields = list.payload.items.flatMap(({ additionalFields }) => Object.values(additionalFields));
  expect(fields).toContain(longAnswer);
});

test("an import without people requests no orders from pretix", async () => {
  const own = await startFakePretix();
  const reply = await ask({ url: own.url });
  await own.close();
  expect(reply.payload.imported).toMatchObject({ importId: null, people: 0 });
  expect(own.requests.filter((path) => path.includes("/orders/"))).toEqual([]);
});

test("a dry run of a pretix import has the counts of the import and writes nothing", async () => {
  const before = await databaseContents(app.database.db);
  const reply = await ask({ people: true, dryRun: true }, { key: "a-dry-run-of-pretix" });
  expect(reply.payload).toMatchObject({ id: 0, imported: { importId: null, people: 5, registrations: 3 } });
  expect(reply.msg).toContain("This event can be imported from pretix. It has 5 people.");
  expect(await databaseContents(app.database.db)).toEqual(before);
});

test("two pretix imports with the same key make one event, and the second one does not ask pretix", async () => {
  const own = await startFakePretix();
  const send = () => ask({ url: own.url, people: true }, { key: "pretix-only-once" });
  const first = await send();
  const asked = own.requests.length;
  const second = await send();
  await own.close();
  expect(second.payload).toEqual(first.payload);
  expect(second.msg).toBe(first.msg);
  expect(own.requests).toHaveLength(asked);
});

test("people imported from pretix are one import, which can be taken back", async () => {
  const { payload } = await ask({ people: true });
  const imports = await app.ask("import/getByEventId", {
    query: { eventId: payload.id },
    token: clubs.tokens.admin,
  });
  expect(imports.payload).toMatchObject([{ fileName: "pretix rowing/gala", people: 5, refusal: null }]);
  const taken = await app.ask("import/takeBack", {
    body: { importId: payload.imported.importId },
    token: clubs.tokens.admin,
  });
  expect(taken.status).toBe(200);
});

test("an admin makes events of their own club only, even if the request has another club", async () => {
  const { payload } = await ask({ clubId: clubs.clubId }, { token: clubs.tokens.stranger });
  expect(payload.clubId).toBe(clubs.otherClubId);
});

test("the token of pretix is not in the stored reply, the history, the import or the event", async () => {
  await ask({ people: true }, { key: "pretix-with-a-secret" });
  for (const table of ["idempotency_keys", "audit_log", "attendee_imports", "events"] as const) {
    const rows = await app.database.db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows), table).not.toContain(fakePretixSource.token);
  }
});

test("all people are imported even if pretix has fewer places, because pretix may be overbooked", async () => {
  const answers = recordedAnswers();
  for (const quota of answers.quotas) quota.size = 1;
  const own = await startFakePretix({ answers });
  const { payload, msg } = await ask({ url: own.url, people: true });
  await own.close();
  expect(payload.imported, msg ?? "").toMatchObject({ people: 5 });
});
