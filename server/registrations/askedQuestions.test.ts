import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildQuestion, buildTicket, buildUser } from "../testing/builders.ts";
import { openSession } from "../testing/tokens.ts";
import { fieldsOf } from "../testing/twoClubs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Answers = { questionId: number; answer: string | string[] }[];

async function openEvent() {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 86_400_000);
  const event = await buildEvent(db, { start, config: { passOnUntilHours: 2 } });
  const ticket = await buildTicket(db, event.id, { price: 0 });
  const options = ["Fish", "Vegan"];
  const menu = await buildQuestion(db, event.id, { text: "Menu?", typeId: 3, options });
  const showIf = { questionId: menu.id, equals: "Vegan" };
  const nuts = await buildQuestion(db, event.id, { text: "Nuts?", required: true, showIf });
  const club = await buildQuestion(db, event.id, { text: "Club?", required: true, askedOf: "buyer" });
  const seat = await buildQuestion(db, event.id, { text: "Seat?", required: true, askedWhen: "later" });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  const answer = (question: { id: number }, text: string | string[]) => ({
    questionId: question.id,
    answer: text,
  });
  const buy = (miasAnswers: Answers, leosAnswers: Answers = []) =>
    app.ask("registration/express", {
      body: {
        eventId: event.id,
        tickets: [{ ticketId: ticket.id, quantity: 2 }],
        attendees: [
          {
            ticketId: ticket.id,
            firstName: "Mia",
            email: `mia-${event.id}@example.org`,
            answers: miasAnswers,
          },
          { ticketId: ticket.id, firstName: "Leo", answers: leosAnswers },
        ],
      },
    });
  const buyAndRead = async (miasAnswers: Answers, leosAnswers: Answers = []) => {
    const { registration, accessKey } = (await buy(miasAnswers, leosAnswers)).payload;
    const proof = { registrationId: registration.id, accessKey };
    const read = async () =>
      (await app.ask("registration/getRegistration", { query: proof })).payload.attendees;
    const [mia, leo] = await read();
    return { proof, read, mia: mia!, leo: leo! };
  };
  return { event, ticket, menu, nuts, club, seat, token, answer, buy, buyAndRead };
}

test("a dependent question is needed and accepted only with the answer that shows it", async () => {
  const { buy, answer, menu, nuts, club } = await openEvent();
  const name = answer(club, "Sailors");
  expect(fieldsOf(await buy([name, answer(menu, ["Vegan"])]))).toEqual({
    [`attendees.0.answers.question${nuts.id}`]: "is required",
  });
  expect(fieldsOf(await buy([name, answer(menu, ["Fish"]), answer(nuts, "None")]))).toEqual({
    "attendees.0.answers.2": "answers a question that is not shown with these answers",
  });
  expect((await buy([name, answer(menu, ["Fish"])])).status).toBe(200);
  expect((await buy([name, answer(menu, ["Fish", "Vegan"]), answer(nuts, "None")])).status).toBe(200);
});

test("a question to the buyer is asked once, and never of a guest", async () => {
  const { buy, buyAndRead, answer, club } = await openEvent();
  const name = answer(club, "Sailors");
  expect(fieldsOf(await buy([]))).toEqual({ [`attendees.0.answers.question${club.id}`]: "is required" });
  expect(fieldsOf(await buy([name], [answer(club, "Rowers")]))).toEqual({
    "attendees.1.answers.0": "is asked of the buyer only",
  });
  const { mia, leo } = await buyAndRead([name]);
  for (const { attendeeId, qrUuid } of [mia, leo]) {
    const query = { attendeeId, qrUuid };
    const { questions, attendee } = (await app.ask("registration/getGuest", { query })).payload;
    expect(questions.map(({ text }) => text)).toEqual(["Menu?", "Nuts?", "Seat?"]);
    expect(attendee.answers).toEqual([]);
  }
});

test("a question for later is missing until buyer and guest answer it by their links", async () => {
  const { buyAndRead, answer, club, seat } = await openEvent();
  const { proof, read, mia, leo } = await buyAndRead([answer(club, "Sailors")]);
  expect([mia.missing, leo.missing]).toEqual([["answers"], ["answers"]]);
  const { attendeeId, qrUuid } = leo;
  const saved = await app.ask("registration/saveGuest", {
    body: { attendeeId, qrUuid, answers: [answer(seat, "Window")] },
  });
  expect(saved.payload.missing).toEqual([]);
  await app.ask("registration/correct", {
    body: { ...proof, attendees: [{ attendeeId: mia.attendeeId, answers: [answer(seat, "Aisle")] }] },
  });
  expect((await read()).map(({ missing }) => missing)).toEqual([[], []]);
});

test("a dependent question is missing only while it is shown, and its answer is removed when it is no longer shown", async () => {
  const { buyAndRead, answer, menu, nuts, seat, club, event, token } = await openEvent();
  const { read, leo } = await buyAndRead([answer(club, "Sailors")], [answer(menu, ["Vegan"])]);
  const { attendeeId, qrUuid } = leo;
  const save = (answers: Answers) =>
    app.ask("registration/saveGuest", { body: { attendeeId, qrUuid, answers } });
  expect(fieldsOf(await save([answer(seat, "Window")]))).toEqual({
    [`answers.question${nuts.id}`]: "is required",
  });
  expect((await save([answer(seat, "Window"), answer(nuts, "None")])).payload.missing).toEqual([]);
  const counts = (await app.ask("form/getAnswerCounts", { query: { eventId: event.id }, token })).payload;
  expect(counts.map(({ text, answered, asked }) => [text, answered, asked])).toEqual([
    ["Menu?", 1, 2],
    ["Nuts?", 1, 1],
    ["Club?", 1, 1],
    ["Seat?", 1, 2],
  ]);
  const change = { eventId: event.id, attendeeId };
  expect(
    (
      await app.ask("registration/updateAttendee", {
        body: { ...change, answers: [answer(menu, ["Fish"])] },
        token,
      })
    ).status,
  ).toBe(200);
  const after = (await read())[1]!;
  expect(after.missing).toEqual([]);
  expect(after.answers.map(({ text }) => text)).toEqual(["Menu?", "Seat?"]);
  expect(
    fieldsOf(
      await app.ask("registration/updateAttendee", {
        body: { ...change, answers: [answer(nuts, "None")] },
        token,
      }),
    ),
  ).toEqual({ "answers.0": "answers a question that is not shown with these answers" });
});

test("answers to the buyer's questions stay when the primary ticket is passed on", async () => {
  const { buyAndRead, answer, club, event } = await openEvent();
  const { proof, read, mia } = await buyAndRead([answer(club, "Sailors")]);
  const body = {
    ...proof,
    attendeeId: mia.attendeeId,
    firstName: "Eve",
    email: `eve-${event.id}@example.org`,
  };
  expect((await app.ask("registration/passOn", { body })).status).toBe(200);
  expect((await read())[0]).toMatchObject({
    firstName: "Eve",
    answers: [{ text: "Club?", answer: "Sailors" }],
  });
});

test("a buyer who answers for a group misses the answers for each ticket type that was bought", async () => {
  const { db } = app.database;
  const event = await buildEvent(db, { config: { saveAllAttendeesDetails: false } });
  const day = await buildTicket(db, event.id, { price: 0 });
  const dinner = await buildTicket(db, event.id, { price: 0 });
  const later = { required: true, askedWhen: "later" as const, ticketIds: [dinner.id] };
  const menu = await buildQuestion(db, event.id, { ...later, text: "Menu?" });
  const table = await buildQuestion(db, event.id, { ...later, text: "Table?", askedOf: "buyer" });
  const buy = async (...tickets: { id: number }[]) => {
    const { payload } = await app.ask("registration/express", {
      body: {
        eventId: event.id,
        tickets: tickets.map(({ id }) => ({ ticketId: id, quantity: 1 })),
        attendees: [{ ticketId: day.id, firstName: "Mia", email: "mia@example.org" }],
      },
    });
    const { registration, accessKey } = payload;
    const proof = { registrationId: registration.id, accessKey };
    const read = async () =>
      (await app.ask("registration/getRegistration", { query: proof })).payload.attendees[0]!;
    return { proof, read };
  };
  expect((await (await buy(day)).read()).missing).toEqual([]);
  const { proof, read } = await buy(day, dinner);
  const mia = await read();
  expect(mia).toMatchObject({ ticketId: day.id, missing: ["answers"] });

  const { attendeeId, qrUuid } = mia;
  const guest = await app.ask("registration/saveGuest", {
    body: { attendeeId, qrUuid, answers: [{ questionId: menu.id, answer: "Fish" }] },
  });
  // The guest's link does not ask the buyer's question.
  expect(guest.payload.missing).toEqual([]);
  expect((await read()).missing).toEqual(["answers"]);
  const answers = [{ questionId: table.id, answer: "7" }];
  await app.ask("registration/correct", { body: { ...proof, attendees: [{ attendeeId, answers }] } });
  expect((await read()).missing).toEqual([]);
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  const counts = (await app.ask("form/getAnswerCounts", { query: { eventId: event.id }, token })).payload;
  expect(counts.map(({ text, answered, asked }) => [text, answered, asked])).toEqual([
    ["Menu?", 1, 1],
    ["Table?", 1, 1],
  ]);
});
