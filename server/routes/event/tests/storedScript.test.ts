/** Rich text is returned without anything that runs, plain text as it was typed, because pages show it as text. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallName } from "../../../../contract/all.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import {
  buildEvent,
  buildExtras,
  buildPackage,
  buildQuestion,
  buildTicket,
} from "../../../testing/builders.ts";
import { payloads, runnable } from "../../../testing/payloads.ts";
import { buildTwoClubs, type TwoClubs } from "../../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let ids: Record<"eventId" | "ticketId" | "extrasId" | "questionId" | "packageId", number>;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
  const { db } = app.database;
  const eventId = (await buildEvent(db, { clubId: clubs.clubId })).id;
  ids = {
    eventId,
    ticketId: (await buildTicket(db, eventId)).id,
    extrasId: (await buildExtras(db, eventId)).id,
    questionId: (await buildQuestion(db, eventId, { typeId: 2, options: ["x"] })).id,
    packageId: (await buildPackage(db, eventId)).id,
  };
});
afterAll(() => app.close());

async function save<N extends CallName>(name: N, body: object) {
  const reply = await app.ask(name, { body, token: clubs.tokens.admin });
  expect([reply.status, reply.code], reply.msg ?? "").toEqual([200, undefined]);
  return reply.payload;
}

const numbered = payloads.map((text, index) => [index, text] as const);
test.each(numbered)("script text %i cannot run: %s", async (_, text) => {
  const { eventId } = ids;
  const rich = `<p>before</p>${text}`;
  await save("event/save", { id: eventId, name: text, location: text, description: rich });
  await save("event/saveLandingConfig", {
    id: eventId,
    heroTitle: text,
    heroSubtitle: text,
    overviewTitle: text,
    overviewDescription: rich,
  });
  await save("ticket/save", { id: ids.ticketId, title: text, description: text });
  const content = [{ name: text, quantity: 1 }];
  await save("event/saveExtras", {
    newExtras: { id: ids.extrasId, name: text, description: text, content },
  });
  const features = [{ text, included: true }];
  await save("sponsorship-package/save", { id: ids.packageId, name: text, description: text, features });
  const question = { id: ids.questionId, typeId: 2, text, options: [text] };
  await save("form/save", { payload: { eventId, formQuestions: [question] } });

  const visitor = { query: { eventId } };
  const event = (await app.ask("event/getEvent", visitor)).payload;
  const { landingConfig } = event;
  const plain = [event.name, event.location, landingConfig.heroTitle, landingConfig.heroSubtitle];
  const [ticket] = (await app.ask("ticket/getTicketsByEventId", visitor)).payload;
  const [extra] = (await app.ask("extras/getExtrasByEventId", visitor)).payload;
  const [storedQuestion] = (await app.ask("form/getFormQuestions", visitor)).payload;
  const [gold] = (await app.ask("sponsorship-package/getPackagesByEventId", visitor)).payload;
  plain.push(
    landingConfig.overviewTitle,
    ticket!.title,
    ticket!.description,
    storedQuestion!.text,
    ...storedQuestion!.options!,
  );
  plain.push(extra!.name, extra!.description, extra!.content[0]!.name);
  plain.push(gold!.name, gold!.description, gold!.features[0]!.text);
  expect(plain).toEqual(plain.map(() => text));
  for (const shown of [event.description, landingConfig.overviewDescription]) {
    expect(shown).toMatch(/^<p>before<\/p>/);
    expect(shown).not.toMatch(runnable);
  }
});

test("an address made from a script text has only letters, digits and hyphens", async () => {
  for (const text of payloads) {
    const query = { slug: text.slice(0, 200) };
    const { slug, suggestion } = (await app.ask("event/checkSlug", { query, token: clubs.tokens.admin }))
      .payload;
    expect(slug).toMatch(/^[a-z0-9-]*$/);
    expect(suggestion).toMatch(/^[a-z0-9][a-z0-9-]*$/);
  }
});
