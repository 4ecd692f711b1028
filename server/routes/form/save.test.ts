/** The questions of an event: their order and options, and that none with answers is ever lost. */
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

const save = (formQuestions: object[], more: { rmQIds?: unknown[] } = {}, sent: TestRequest = {}) =>
  app.ask("form/save", {
    token: office.tokens.admin,
    ...sent,
    body: { payload: { eventId, formQuestions, ...more } },
  });
const asked = async () => (await app.ask("form/getFormQuestions", { query: { eventId } })).payload;

describe("form/save", () => {
  test("keeps the order of the list, and the options of those that have some", async () => {
    const given = [
      { typeId: 0, text: "Name of your boat?", required: true, options: ["left over"] },
      { typeId: 1, text: "Anything else?" },
      { typeId: 2, text: "Menu", options: ["Fish", "Vegan"] },
      { typeId: 3, text: "Days", options: ["Sat", "Sun"] },
      { typeId: 4, text: "Size", options: ["S"] },
    ];
    const made = (await save(given)).payload;
    expect(made.map(({ typeId, text, required, options }) => ({ typeId, text, required, options }))).toEqual(
      given.map((one, index) => ({
        typeId: one.typeId,
        text: one.text,
        required: index === 0,
        options: index < 2 ? null : one.options,
      })),
    );
    expect(await asked()).toEqual(made);
    const turned = (await save(made.toReversed())).payload;
    expect(turned.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed());
    expect((await historyOf(app.database.db, "event", eventId)).at(-1)).toMatchObject({
      action: "questionsSaved",
      actor: `user:${office.users.admin}`,
    });
  });

  test("shows at the door what staff want shown there, and keeps it where nothing is said of it", async () => {
    const [made] = (await save([{ typeId: 0, text: "Allergies?", showAtDoor: true }])).payload;
    expect(made?.showAtDoor).toBe(true);
    const again = { id: made!.id, typeId: 0, text: "Any allergies?" };
    expect((await save([again])).payload[0]).toMatchObject({ text: "Any allergies?", showAtDoor: true });
    expect((await save([{ ...again, showAtDoor: false }])).payload[0]?.showAtDoor).toBe(false);
    expect((await save([{ typeId: 0, text: "Boat?" }])).payload[0]?.showAtDoor).toBe(false);
  });

  test("leaves what is named in neither list, after the others", async () => {
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

  test("hides a question that goes, with its answers readable where they were given", async () => {
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
    expect(await asked()).toEqual([]);
    const now = await app.ask("registration/getRegistration", {
      query: { registrationId: registration.id, accessKey },
    });
    expect(now.payload.attendees[0]?.answers).toEqual([
      { questionId: question.id, text: "Any allergies?", answer: "Nuts" },
    ]);
    // Somebody else removed it meanwhile, which is the wanted result.
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
  ])("is refused at its field: %s %j", async (path, more, message) => {
    const reply = await save([{ typeId: 0, text: "Question?", ...more }]);
    expect([reply.status, fieldsOf(reply)]).toEqual([400, { [`payload.formQuestions.0.${path}`]: message }]);
    expect(await asked()).toEqual([]);
  });

  test("takes at most a hundred, and none twice", async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => ({ typeId: 0, text: `Question ${index}` }));
    const made = (await save(hundred)).payload;
    expect(fieldsOf(await save([{ typeId: 0, text: "One more" }]))).toEqual({
      "payload.formQuestions": "must have at most 100 entries",
    });
    const [first] = made;
    const again = { id: first!.id, typeId: 0, text: "Again" };
    expect(fieldsOf(await save([again, again]))).toEqual({ "payload.formQuestions.1.id": "is named twice" });
    expect(fieldsOf(await save([again], { rmQIds: [first!.id] }))).toEqual({
      "payload.formQuestions.0.id": "is named twice",
    });
  });

  test("takes no question of another event, and none for another club's", async () => {
    const other = await buildEvent(app.database.db, { clubId: office.clubId });
    const strange = await buildQuestion(app.database.db, other.id);
    expect(fieldsOf(await save([{ id: strange.id, typeId: 0, text: "Mine" }]))).toEqual({
      "payload.formQuestions.0.id": "is not a question of this event",
    });
    await save([], { rmQIds: [strange.id] });
    const still = await app.ask("form/getFormQuestions", { query: { eventId: other.id } });
    expect(still.payload).toHaveLength(1);
    const byStranger = await save([{ typeId: 0, text: "Mine" }], {}, { token: office.tokens.stranger });
    expect(byStranger.status).toBe(404);
  });
});
