/** The questions of an event: their order and options, and that no question with answers is lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { questionTypeIds } from "../../../contract/rules/questions.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildQuestion, buildTicket } from "../../testing/builders.ts";
import { people } from "../../testing/buying.ts";
import { fieldsOf, historyOf, type Office, openOffice } from "../../testing/office.ts";

let app: TestApp;
let office: Office;
let eventId: number;
beforeAll(async () => {
  app = await testApp();
  office = await openOffice(app);
});
beforeEach(async () => {
  eventId = (await buildEvent(app.database.db, { clubId: office.clubId })).id;
});
afterAll(() => app.close());

const save = (formQuestions: object[], more: { rmQIds?: unknown[] } = {}, request: TestRequest = {}) =>
  app.ask("form/save", {
    token: office.tokens.admin,
    ...request,
    body: { payload: { eventId, formQuestions, ...more } },
  });
const listQuestions = async () => (await app.ask("form/getFormQuestions", { query: { eventId } })).payload;

describe("form/save", () => {
  test("form/save keeps the order of the list, and the options of the types that have options", async () => {
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
      actor: `user:${office.users.admin}`,
    });
  });

  test("a question is shown at the door if staff want it, and keeps that setting if it is not sent", async () => {
    const [created] = (await save([{ typeId: 0, text: "Allergies?", showAtDoor: true }])).payload;
    expect(created?.showAtDoor).toBe(true);
    const again = { id: created!.id, typeId: 0, text: "Any allergies?" };
    expect((await save([again])).payload[0]).toMatchObject({ text: "Any allergies?", showAtDoor: true });
    expect((await save([{ ...again, showAtDoor: false }])).payload[0]?.showAtDoor).toBe(false);
    expect((await save([{ typeId: 0, text: "Boat?" }])).payload[0]?.showAtDoor).toBe(false);
  });

  test("questions that are named in neither list stay, after the others", async () => {
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
    // It was already removed, which is the wanted result.
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
    ["options", { typeId: 4, options: ["S", " S "] }, "names an option twice"],
    ["options.0", { typeId: 4, options: [""] }, "is required"],
    ["required", { required: "yes" }, "must be true or false"],
  ])("a refused question names its field: %s %j", async (path, more, message) => {
    const reply = await save([{ typeId: 0, text: "Question?", ...more }]);
    expect([reply.status, fieldsOf(reply)]).toEqual([400, { [`payload.formQuestions.0.${path}`]: message }]);
    expect(await listQuestions()).toEqual([]);
  });

  test("form/save accepts at most 100 questions, and none twice", async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => ({ typeId: 0, text: `Question ${index}` }));
    const created = (await save(hundred)).payload;
    expect(fieldsOf(await save([{ typeId: 0, text: "One more" }]))).toEqual({
      "payload.formQuestions": "must have at most 100 entries",
    });
    const [first] = created;
    const again = { id: first!.id, typeId: 0, text: "Again" };
    expect(fieldsOf(await save([again, again]))).toEqual({ "payload.formQuestions.1.id": "is named twice" });
    expect(fieldsOf(await save([again], { rmQIds: [first!.id] }))).toEqual({
      "payload.formQuestions.0.id": "is named twice",
    });
  });

  test("form/save refuses a question of another event, and an event of another club", async () => {
    const other = await buildEvent(app.database.db, { clubId: office.clubId });
    const foreign = await buildQuestion(app.database.db, other.id);
    expect(fieldsOf(await save([{ id: foreign.id, typeId: 0, text: "Mine" }]))).toEqual({
      "payload.formQuestions.0.id": "is not a question of this event",
    });
    await save([], { rmQIds: [foreign.id] });
    const otherQuestions = await app.ask("form/getFormQuestions", { query: { eventId: other.id } });
    expect(otherQuestions.payload).toHaveLength(1);
    const byStranger = await save([{ typeId: 0, text: "Mine" }], {}, { token: office.tokens.stranger });
    expect(byStranger.status).toBe(404);
  });
});
