import { afterAll, beforeAll, expect, test } from "vitest";
import { CHECKBOXES, MULTIPLE_CHOICE } from "../../contract/rules/questions/questions.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildQuestion, buildTicket } from "../testing/builders.ts";
import { buildTwoClubs, type TwoClubs } from "../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
});
afterAll(() => app.close());

test("each question has its answers counted: options in their order, checkboxes one by one, texts by frequency", async () => {
  const { db } = app.database;
  const { id: eventId } = await buildEvent(db, { clubId: clubs.clubId });
  const ticket = await buildTicket(db, eventId, { price: 0, maxStock: 100 });
  const menu = await buildQuestion(db, eventId, {
    text: "Menu?",
    typeId: MULTIPLE_CHOICE,
    options: ["Fish", "Meat", "Vegan"],
  });
  const days = await buildQuestion(db, eventId, {
    text: "Days?",
    typeId: CHECKBOXES,
    options: ["Sat", "Sun"],
  });
  const boat = await buildQuestion(db, eventId, { text: "Boat?" });
  await buildQuestion(db, eventId, { text: "Never answered?" });
  const register = async (name: string, answers: object[]) => {
    const reply = await app.ask("registration/express", {
      body: {
        eventId,
        tickets: [{ ticketId: ticket.id, quantity: 1 }],
        attendees: [{ ticketId: ticket.id, firstName: name, email: `${name}@example.org`, answers }],
      },
    });
    expect(reply.status).toBe(200);
    return reply.payload.registration;
  };
  await register("ada", [
    { questionId: menu.id, answer: "Vegan" },
    { questionId: days.id, answer: ["Sat", "Sun"] },
    { questionId: boat.id, answer: "Zephyr" },
  ]);
  await register("mia", [
    { questionId: menu.id, answer: "Vegan" },
    { questionId: days.id, answer: ["Sun"] },
    { questionId: boat.id, answer: "Zephyr" },
  ]);
  for (let number = 0; number < 20; number++)
    await register(`sailor${number}`, [{ questionId: boat.id, answer: `Boat ${number}` }]);
  const gone = await register("gone", [{ questionId: menu.id, answer: "Fish" }]);
  const { status } = await app.ask("registration/updateStatus", {
    body: { id: gone.id, status: false },
    token: clubs.tokens.admin,
  });
  expect(status).toBe(200);

  const ask = (token: string) => app.ask("form/getAnswerCounts", { query: { eventId }, token });
  const counts = (await ask(clubs.tokens.admin)).payload;
  expect(counts.map(({ text, answered }) => [text, answered])).toEqual([
    ["Menu?", 2],
    ["Days?", 2],
    ["Boat?", 22],
    ["Never answered?", 0],
  ]);
  expect(counts[0]?.answers).toEqual([
    { answer: "Fish", count: 0 },
    { answer: "Meat", count: 0 },
    { answer: "Vegan", count: 2 },
  ]);
  expect(counts[1]?.answers).toEqual([
    { answer: "Sat", count: 1 },
    { answer: "Sun", count: 2 },
  ]);
  expect(counts[2]?.answers[0]).toEqual({ answer: "Zephyr", count: 2 });
  expect([counts[2]?.answers.length, counts[2]?.moreAnswers]).toEqual([20, 1]);

  await app.ask("form/save", {
    body: {
      payload: {
        eventId,
        formQuestions: [{ id: menu.id, typeId: MULTIPLE_CHOICE, text: "Menu?", options: ["Fish", "Soup"] }],
        rmQIds: [boat.id],
      },
    },
    token: clubs.tokens.admin,
  });
  const later = (await ask(clubs.tokens.admin)).payload;
  expect(later.map(({ text }) => text).at(-1)).toBe("Boat?");
  expect(later[0]?.answers).toEqual([
    { answer: "Fish", count: 0 },
    { answer: "Soup", count: 0 },
    { answer: "Vegan", count: 2 },
  ]);
  expect(later.at(-1)).toMatchObject({ asked: 0, answered: 0, noLongerAsked: 22 });
  expect((await ask(clubs.tokens.stranger)).status).toBe(404);
});

test("people who answered and are not asked any more are counted apart from those who are asked", async () => {
  const { db } = app.database;
  const { id: eventId } = await buildEvent(db, { clubId: clubs.clubId });
  const standard = await buildTicket(db, eventId, { price: 0 });
  const vip = await buildTicket(db, eventId, { price: 0 });
  const boat = await buildQuestion(db, eventId, { text: "Boat?" });
  const ticketIds = [standard.id, standard.id, standard.id, vip.id, vip.id];
  for (const [index, ticketId] of ticketIds.entries()) {
    const answers = index % 2 === 0 ? [{ questionId: boat.id, answer: "Zephyr" }] : [];
    const attendees = [{ ticketId, firstName: "Ada", email: `ada-${index}@example.org`, answers }];
    const body = { eventId, tickets: [{ ticketId, quantity: 1 }], attendees };
    expect(await app.ask("registration/express", { body })).toMatchObject({ status: 200 });
  }
  const counts = async () =>
    (await app.ask("form/getAnswerCounts", { query: { eventId }, token: clubs.tokens.admin })).payload;
  expect(await counts()).toMatchObject([{ asked: 5, answered: 3, noLongerAsked: 0 }]);
  await db
    .updateTable("form_questions")
    .set({ ticket_ids: [vip.id] })
    .where("id", "=", boat.id)
    .execute();
  expect(await counts()).toMatchObject([
    { asked: 2, answered: 1, noLongerAsked: 2, answers: [{ answer: "Zephyr", count: 3 }] },
  ]);
});
