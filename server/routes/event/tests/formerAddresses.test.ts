import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { buildEvent } from "../../../testing/builders.ts";
import { buildTwoClubs, fieldsOf, historyOf, type TwoClubs } from "../../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
});
afterAll(() => app.close());

const newEvent = (spec: { isActive?: boolean; slug?: string } = {}) =>
  buildEvent(app.database.db, { clubId: clubs.clubId, ...spec });
const save = (eventId: number, addresses: unknown, token = clubs.tokens.admin) =>
  app.ask("event/saveFormerAddresses", { body: { eventId, addresses }, token });
const saved = async (eventId: number) =>
  (await app.ask("event/getFormerAddresses", { query: { eventId }, token: clubs.tokens.admin })).payload
    .addresses;
const foundAt = async (slug: string) => {
  const reply = await app.ask("event/getEventBySlug", { query: { slug } });
  return reply.status === 200 ? reply.payload.id : reply.code;
};

describe("event/saveFormerAddresses", () => {
  test("saved addresses are shown as paths, and lead to the event in any case and encoding", async () => {
    const { id } = await newEvent();
    expect(await saved(id)).toEqual([]);
    const typed = ["https://tickets.example.org/Peer/Move/?voucher=A", "/e/summer-gala-tickets-123", "/café"];
    const reply = await save(id, [...typed, "peer/move"]);
    const addresses = ["/caf%c3%a9", "/e/summer-gala-tickets-123", "/peer/move"];
    expect(reply).toMatchObject({ status: 200, msg: "The addresses are saved.", payload: { addresses } });
    expect(await saved(id)).toEqual(addresses);
    for (const path of ["peer/move", "/PEER/move/", "e/summer-gala-tickets-123", "café", "CAF%C3%89"])
      expect(await foundAt(path), path).toBe(id);
    for (const path of ["peer", "peer/move/more", "move"]) expect(await foundAt(path), path).toBe("notFound");
    await save(id, []);
  });

  test("an address that is removed from the list leads nowhere, and another event can have it", async () => {
    const [one, other] = [await newEvent(), await newEvent()];
    await save(one.id, ["/left/out", "/stays"]);
    await save(one.id, ["/stays"]);
    expect(await saved(one.id)).toEqual(["/stays"]);
    expect(await foundAt("left/out")).toBe("notFound");
    expect(await foundAt("stays")).toBe(one.id);
    expect((await save(other.id, ["/left/out"])).status).toBe(200);
    expect(await foundAt("left/out")).toBe(other.id);
  });

  test("an address of another event is refused with its position in the list, and nothing is saved", async () => {
    const [one, other] = [await newEvent({ slug: "first-slug" }), await newEvent()];
    await save(one.id, ["/old/first"]);
    await app.ask("event/save", { body: { id: one.id, slug: "new-slug" }, token: clubs.tokens.admin });
    const reply = await save(other.id, ["/free", "/old/first", "/new-slug", "/first-slug"]);
    expect(reply).toMatchObject({ status: 409, code: "slugTaken" });
    expect(fieldsOf(reply)).toEqual({
      "addresses.1": "The address /old/first leads to another event.",
      "addresses.2": "The address /new-slug leads to another event.",
      "addresses.3": "The address /first-slug leads to another event.",
    });
    expect(await saved(other.id)).toEqual([]);
    expect(await foundAt("free")).toBe("notFound");
  });

  test("another club can neither take an address nor use it as a slug, until it is removed", async () => {
    const { id } = await newEvent();
    const theirs = await buildEvent(app.database.db, { clubId: clubs.otherClubId });
    await save(id, ["/ours", "/ours/gala"]);
    expect((await save(theirs.id, ["/ours/gala"], clubs.tokens.stranger)).code).toBe("slugTaken");
    const rename = () =>
      app.ask("event/save", { body: { id: theirs.id, slug: "ours" }, token: clubs.tokens.stranger });
    expect(await rename()).toMatchObject({ code: "slugTaken", payload: { suggestion: "ours-2" } });
    await save(id, []);
    expect((await save(theirs.id, ["/ours/gala"], clubs.tokens.stranger)).status).toBe(200);
    expect((await rename()).payload.slug).toBe("ours");
  });

  test("an event's own slugs are no former addresses, and saving an empty list does not remove them", async () => {
    const { id } = await newEvent({ slug: "slug-before" });
    await app.ask("event/save", { body: { id, slug: "slug-now" }, token: clubs.tokens.admin });
    const reply = await save(id, ["/kept", "/slug-before", "/Slug-Now/"]);
    expect([reply.code, fieldsOf(reply)]).toEqual([
      "invalidInput",
      {
        "addresses.1": "The address /slug-before leads to this event already.",
        "addresses.2": "The address /slug-now leads to this event already.",
      },
    ]);
    await save(id, []);
    for (const slug of ["slug-before", "slug-now"]) expect(await foundAt(slug)).toBe(id);
  });

  test("a former address that becomes the slug of its event is no former address any more, and cannot be removed", async () => {
    const { id } = await newEvent();
    await save(id, ["/becomes-slug", "/stays/path"]);
    await app.ask("event/save", { body: { id, slug: "becomes-slug" }, token: clubs.tokens.admin });
    expect(await saved(id)).toEqual(["/stays/path"]);
    await save(id, []);
    expect(await foundAt("becomes-slug")).toBe(id);
  });

  test("paths of Foyer's own pages, and texts that are no path, are refused with their positions in the list", async () => {
    const { id } = await newEvent();
    const reply = await save(id, ["/fine", "/api/event/getEvent", "/gala/tickets", "/a/../b", "/a//b"]);
    expect([reply.code, Object.keys(fieldsOf(reply))]).toEqual([
      "invalidInput",
      ["addresses.1", "addresses.2", "addresses.3", "addresses.4"],
    ]);
    expect(await saved(id)).toEqual([]);
  });

  test("an event has at most 20 former addresses", async () => {
    const { id } = await newEvent();
    const many = Array.from({ length: 21 }, (_, index) => `/many/${index}`);
    expect(fieldsOf(await save(id, many))).toEqual({ addresses: "must have at most 20 entries" });
    expect((await save(id, many.slice(0, 20))).payload.addresses).toHaveLength(20);
  });

  test("a change is recorded once with who made it, and saving the same addresses again records nothing", async () => {
    const { id } = await newEvent();
    await save(id, ["/recorded/one"]);
    await save(id, ["/recorded/one/"]);
    await save(id, ["/recorded/two"]);
    const entries = await historyOf(app.database.db, "event", id);
    expect(entries.map(({ actor, action, detail }) => ({ actor, action, detail }))).toEqual(
      [
        { from: { formerAddresses: [] }, to: { formerAddresses: ["/recorded/one"] } },
        { from: { formerAddresses: ["/recorded/one"] }, to: { formerAddresses: ["/recorded/two"] } },
      ].map((detail) => ({ actor: `user:${clubs.users.admin}`, action: "changed", detail })),
    );
  });
});

test("the former address of a draft is not found by visitors", async () => {
  const { id } = await newEvent({ isActive: false });
  await save(id, ["/draft/gala"]);
  expect(await foundAt("draft/gala")).toBe("notFound");
  await app.ask("event/save", { body: { id, isActive: true }, token: clubs.tokens.admin });
  expect(await foundAt("draft/gala")).toBe(id);
});

test("a copy of an event has no former addresses, and a removed event leaves none behind", async () => {
  const { id } = await newEvent();
  await save(id, ["/copied/gala"]);
  const copied = await app.ask("event/copy", {
    body: { eventId: id, startDatetime: "2031-05-01T18:00:00Z" },
    token: clubs.tokens.admin,
  });
  expect(await saved(copied.payload.id)).toEqual([]);
  expect((await save(copied.payload.id, ["/copied/gala"])).code).toBe("slugTaken");
  await app.ask("event/removeEvent", { query: { eventId: id }, token: clubs.tokens.admin });
  expect((await save(copied.payload.id, ["/copied/gala"])).status).toBe(200);
});
