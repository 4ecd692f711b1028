import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { questionTypeIds } from "../../../contract/rules/questions/questions.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildQuestion, buildTicket } from "../../testing/builders.ts";
import { people } from "../../testing/buying.ts";
import { buildTwoClubs, fieldsOf, historyOf, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let eventId: number;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
});
beforeEach(async () => {
  eventId = (await buildEvent(app.database.db, { clubId: clubs.clubId })).id;
});
afterAll(() => app.close());

const save = (formQuestions: object[], more: { rmQIds?: unknown[] } = {}, request: TestRequest = {}) =>
  app.ask("form/save", {
    token: clubs.tokens.admin,
    ...request,
    body: { payload: { eventId, formQuestions, ...more } },
  });
const listQuestions = async () => (await app.ask("form/getFormQuestions", { query: { eventId } })).payload;

describe("form/save", () => {
  test("form/save keeps the order of the list, and the options of the question types that have options", async () => {
    const questions = [
      { typeId: 0, text: "Name of your boat?", required: true, options: ["left over"] },
      { typeId: 1, text: "Anything else?" },
      { typeId: 2, text: "Menu", options: ["Fish", "Vegan"] },
      { typeId: 3, text: "Days", options: ["Sat", "Sun"] },
      { typeId: 4, text: "Size", options: ["S"] },
    ];
    const created = (await save(questions)).payload;
    const stored = created.map(({ typeId, text, required, options }) => ({
      typeId,
      text,
      required,
      options,
    }));
    expect(stored).toEqual(
      questions.map((one, index) => ({
        typeId: one.typeId,
        text: one.text,
        required: index === 0,
        options: index < 2 ? null : one.options,
      })),
    );
    expect(await listQuestions()).toEqual(created);
    const reversed = (await save(created.toReversed())).payload;
    expect(reversed.map(({ id }) => id)).toEqual(created.map(({ id }) => id).toReversed());
    expect((await historyOf(app.database.db, "event", eventId)).at(-1)).toMatchObject({
      action: "questionsSaved",
      actor: `user:${clubs.users.admin}`,
    });
  });

  test("a question has the setting showAtDoor that staff send, and keeps it if it is not sent", async () => {
    const [created] = (await save([{ typeId: 0, text: "Allergies?", showAtDoor: true }])).payload;
    expect(created?.showAtDoor).toBe(true);
    const again = { id: created!.id, typeId: 0, text: "Any allergies?" };
    expect((await save([again])).payload[0]).toMatchObject({ text: "Any allergies?", showAtDoor: true });
    expect((await save([{ ...again, showAtDoor: false }])).payload[0]?.showAtDoor).toBe(false);
    expect((await save([{ typeId: 0, text: "Boat?" }])).payload[0]?.showAtDoor).toBe(false);
  });

  test("questions that a save neither lists nor removes stay, after the listed ones", async () => {
    const [first, second] = (
      await save([
        { typeId: 0, text: "First" },
        { typeId: 0, text: "Second" },
      ])
    ).payload;
    const reply = await save([
      { id: second!.id, typeId: 0, text: "Second" },
      { typeId: 0, text: "New" },
    ]);
    expect(reply.payload.map(({ text }) => text)).toEqual(["Second", "New", "First"]);
    expect(reply.payload[2]?.id).toBe(first!.id);
  });

  test("a removed question is hidden, and its answers stay readable in their registrations", async () => {
    const { db } = app.database;
    const question = await buildQuestion(db, eventId, { text: "Any allergies?" });
    const ticket = await buildTicket(db, eventId, { price: 0 });
    const reply = await app.ask("registration/express", {
      body: {
        eventId,
        tickets: [{ ticketId: ticket.id, quantity: 1 }],
        attendees: [{ ...people(ticket.id)[0], answers: [{ questionId: question.id, answer: "Nuts" }] }],
      },
    });
    const { registration, accessKey } = reply.payload;
    expect((await save([], { rmQIds: [question.id] })).payload).toEqual([]);
    expect(await listQuestions()).toEqual([]);
    const now = await app.ask("registration/getRegistration", {
      query: { registrationId: registration.id, accessKey },
    });
    expect(now.payload.attendees[0]?.answers).toEqual([
      { questionId: question.id, text: "Any allergies?", answer: "Nuts" },
    ]);
    expect((await save([], { rmQIds: [question.id] })).status).toBe(200);
    expect(fieldsOf(await save([{ id: question.id, typeId: 0, text: "Back?" }]))).toEqual({
      "payload.formQuestions.0.id": "is not a question of this event",
    });
  });

  test.each<[string, object, string]>([
    ["typeId", { typeId: Math.max(...questionTypeIds) + 1 }, "must be a question type"],
    ["text", { text: "" }, "is required"],
    ["text", { text: "x".repeat(501) }, "must be at most 500 characters"],
    ["options", { typeId: 2, options: [] }, "needs at least one option"],
    ["options", { typeId: 3, options: null }, "needs at least one option"],
    ["options", { typeId: 4, options: ["S", " S "] }, "has one option twice"],
    ["options.0", { typeId: 4, options: [""] }, "is required"],
    ["required", { required: "yes" }, "must be true or false"],
  ])("a question is refused with an error for its wrong field: %s %j", async (path, more, message) => {
    const reply = await save([{ typeId: 0, text: "Question?", ...more }]);
    expect([reply.status, fieldsOf(reply)]).toEqual([400, { [`payload.formQuestions.0.${path}`]: message }]);
    expect(await listQuestions()).toEqual([]);
  });

  test("an event has at most 100 questions, and form/save accepts none twice", async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => ({ typeId: 0, text: `Question ${index}` }));
    const created = (await save(hundred)).payload;
    expect(fieldsOf(await save([{ typeId: 0, text: "One more" }]))).toEqual({
      "payload.formQuestions": "must have at most 100 entries",
    });
    const [first] = created;
    const again = { id: first!.id, typeId: 0, text: "Again" };
    expect(fieldsOf(await save([again, again]))).toEqual({
      "payload.formQuestions.1.id": "is in the list twice",
    });
    expect(fieldsOf(await save([again], { rmQIds: [first!.id] }))).toEqual({
      "payload.formQuestions.0.id": "is in the list twice",
    });
  });

  test("form/save refuses a question of another event, and an event of another club", async () => {
    const other = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const foreign = await buildQuestion(app.database.db, other.id);
    expect(fieldsOf(await save([{ id: foreign.id, typeId: 0, text: "Mine" }]))).toEqual({
      "payload.formQuestions.0.id": "is not a question of this event",
    });
    await save([], { rmQIds: [foreign.id] });
    const otherQuestions = await app.ask("form/getFormQuestions", { query: { eventId: other.id } });
    expect(otherQuestions.payload).toHaveLength(1);
    const byStranger = await save([{ typeId: 0, text: "Mine" }], {}, { token: clubs.tokens.stranger });
    expect(byStranger.status).toBe(404);
  });

  test("a question is for its chosen tickets, and keeps them if a later save does not send them", async () => {
    const { db } = app.database;
    const dinner = await buildTicket(db, eventId);
    const dance = await buildTicket(db, eventId);
    const ticketIds = [dance.id, dinner.id, dance.id];
    const [created] = (await save([{ typeId: 0, text: "Dish?", ticketIds }])).payload;
    expect(created?.ticketIds).toEqual([dinner.id, dance.id]);
    const again = { id: created!.id, typeId: 0, text: "Your dish?" };
    expect((await save([again])).payload[0]?.ticketIds).toEqual([dinner.id, dance.id]);
    // A ticket that was removed since may stay.
    await app.ask("ticket/removeTicket", { body: { ticketId: dance.id }, token: clubs.tokens.admin });
    const kept = (await save([{ ...again, ticketIds: [dance.id] }])).payload[0];
    expect(kept?.ticketIds).toEqual([dance.id]);
    expect((await save([{ ...again, ticketIds: [] }])).payload[0]?.ticketIds).toBeNull();
    expect((await save([{ typeId: 0, text: "Boat?" }])).payload[0]?.ticketIds).toBeNull();
    const other = await buildEvent(db, { clubId: clubs.clubId });
    const foreign = await buildTicket(db, other.id);
    expect(fieldsOf(await save([{ ...again, ticketIds: [dinner.id, foreign.id] }]))).toEqual({
      "payload.formQuestions.0.ticketIds.1": "is not a ticket of this event",
    });
  });
});

describe("a question for one of two tickets", () => {
  const setUp = async (saveAllAttendeesDetails: boolean) => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId: clubs.clubId, config: { saveAllAttendeesDetails } });
    const dance = await buildTicket(db, event.id, { price: 0 });
    const dinner = await buildTicket(db, event.id, { price: 0 });
    const question = await buildQuestion(db, event.id, { required: true, ticketIds: [dinner.id] });
    const register = (tickets: number[], attendees: { ticketId: number; answer?: string }[]) =>
      app.ask("registration/express", {
        body: {
          eventId: event.id,
          tickets: tickets.map((ticketId) => ({ ticketId, quantity: 1 })),
          attendees: attendees.map(({ ticketId, answer }) => ({
            ...people(ticketId)[0]!,
            isPrimary: undefined,
            ...(answer !== undefined && { answers: [{ questionId: question.id, answer }] }),
          })),
        },
      });
    const missing = { [`attendees.0.answers.question${question.id}`]: "is required" };
    return { event, dance: dance.id, dinner: dinner.id, questionId: question.id, register, missing };
  };

  test("a person with the other ticket is neither asked nor allowed to answer a question for one of two tickets", async () => {
    const { dance, dinner, register, missing } = await setUp(true);
    expect((await register([dance], [{ ticketId: dance }])).status).toBe(200);
    expect(fieldsOf(await register([dance], [{ ticketId: dance, answer: "Fish" }]))).toEqual({
      "attendees.0.answers.0": "is not asked for this ticket",
    });
    expect((await register([dance], [{ ticketId: dance, answer: " " }])).status).toBe(200);
    expect(fieldsOf(await register([dinner], [{ ticketId: dinner }]))).toEqual(missing);
    const mixed = [{ ticketId: dance }, { ticketId: dinner, answer: "Fish" }];
    expect((await register([dance, dinner], mixed)).status).toBe(200);
  });

  test("a buyer who answers for all tickets must also answer a question that is for one of them", async () => {
    const { dance, dinner, register, missing } = await setUp(false);
    expect((await register([dance], [{ ticketId: dance }])).status).toBe(200);
    expect(fieldsOf(await register([dance, dinner], [{ ticketId: dance }]))).toEqual(missing);
    expect((await register([dance, dinner], [{ ticketId: dance, answer: "Fish" }])).status).toBe(200);
  });

  test("staff may answer a question for one of two tickets only for people with its ticket, and may remove an older answer", async () => {
    const { event, dance, dinner, questionId, register } = await setUp(true);
    const bought = await register([dinner], [{ ticketId: dinner, answer: "Fish" }]);
    const { registration, accessKey } = bought.payload;
    const query = { registrationId: registration.id, accessKey };
    const read = await app.ask("registration/getRegistration", { query });
    const change = (ticketId: number, answer: string) =>
      app.ask("registration/updateAttendee", {
        body: {
          eventId: event.id,
          attendeeId: read.payload.attendees[0]!.id,
          ticketId,
          answers: [{ questionId, answer }],
        },
        token: clubs.tokens.admin,
      });
    expect((await change(dinner, "Beans")).status).toBe(200);
    expect(fieldsOf(await change(dance, "Fish"))).toEqual({ "answers.0": "is not asked for this ticket" });
    expect((await change(dance, "")).status).toBe(200);
  });
});

describe("questions that depend on an answer", () => {
  const menu = { typeId: 2, text: "Menu?", options: ["Fish", "Vegan"] };
  const nuts = { typeId: 0, text: "Nuts?" };

  test("a new question may depend on another new one, which it identifies by its place in the list", async () => {
    const showIf = { questionId: -2, equals: "Vegan" };
    const [child, parent] = (await save([{ ...nuts, showIf }, menu])).payload;
    expect(child?.showIf).toEqual({ questionId: parent!.id, equals: "Vegan" });
    const again = (
      await save([
        { id: parent!.id, ...menu },
        { id: child!.id, ...nuts },
      ])
    ).payload;
    expect(again[1]).toMatchObject({ id: child!.id, showIf: child!.showIf, askedOf: "guest" });
    expect((await save([{ id: child!.id, ...nuts, showIf: null }])).payload[0]?.showIf).toBeNull();
  });

  test.each<[string, object, object, Record<string, string>]>([
    [
      "itself",
      {},
      { showIf: { questionId: -2, equals: "Vegan" } },
      { questionId: "must be another question" },
    ],
    [
      "a question of another event",
      {},
      { showIf: { questionId: 987_654, equals: "Vegan" } },
      { questionId: "is not a question of this event" },
    ],
    [
      "an answer that cannot be given",
      {},
      { showIf: { questionId: -1, equals: "Steak" } },
      { equals: "must be one of the options" },
    ],
    [
      "a question that other people are asked",
      { askedOf: "buyer" },
      { showIf: { questionId: -1, equals: "Vegan" } },
      { questionId: "must be asked of the same people" },
    ],
    [
      "a question that is asked later",
      { askedWhen: "later" },
      { showIf: { questionId: -1, equals: "Vegan" } },
      { questionId: "must not be asked later than this question" },
    ],
  ])("a question cannot depend on %s", async (_case, parent, child, fields) => {
    const reply = await save([
      { ...menu, ...parent },
      { ...nuts, ...child },
    ]);
    const [[field, message]] = Object.entries(fields) as [[string, string]];
    expect([reply.status, fieldsOf(reply)]).toEqual([
      400,
      { [`payload.formQuestions.1.showIf.${field}`]: message },
    ]);
  });

  test("questions cannot depend on each other, nor on a question that depends on another one", async () => {
    const loop = [
      { ...menu, showIf: { questionId: -2, equals: "Fish" } },
      { ...menu, showIf: { questionId: -1, equals: "Fish" } },
    ];
    const path = (index: number) => `payload.formQuestions.${index}.showIf.questionId`;
    const message = "must be a question that is always shown";
    expect(fieldsOf(await save(loop))).toEqual({ [path(0)]: message, [path(1)]: message });
    const chain = [menu, loop[1]!, { ...nuts, showIf: { questionId: -2, equals: "Fish" } }];
    expect(fieldsOf(await save(chain))).toEqual({ [path(2)]: message });
  });

  test("a question that another one depends on cannot be removed alone, nor lose the needed answer", async () => {
    const showIf = { questionId: -1, equals: "Vegan" };
    const [parent, child] = (await save([menu, { ...nuts, showIf }])).payload;
    const message = "is needed by a question that depends on it";
    expect(fieldsOf(await save([], { rmQIds: [parent!.id] }))).toEqual({ "payload.rmQIds.0": message });
    const fishOnly = { id: parent!.id, ...menu, options: ["Fish"] };
    expect(fieldsOf(await save([fishOnly]))).toEqual({ "payload.formQuestions.0": message });
    expect(fieldsOf(await save([{ id: child!.id, ...nuts }], { rmQIds: [parent!.id] }))).toEqual({
      "payload.formQuestions.0.showIf.questionId": "is not a question of this event",
    });
    expect((await save([], { rmQIds: [parent!.id, child!.id] })).payload).toEqual([]);
  });
});
