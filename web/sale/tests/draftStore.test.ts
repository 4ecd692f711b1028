import { expect, test } from "vitest";
import type { UsedStorage } from "../../lib/browserStorage.ts";
import { emptyDraft, noPeople } from "../draft.ts";
import { createDraftStore, forgetOldDrafts } from "../draftStore.ts";

const hour = 3_600_000;

/** A storage with its texts as properties, as a browser has them. */
function memory(): UsedStorage {
  const methods: UsedStorage = {
    getItem: (name) => ((storage as Record<string, unknown>)[name] as string | undefined) ?? null,
    setItem: (name, text) => void Object.assign(storage, { [name]: text }),
    removeItem: (name) => void Reflect.deleteProperty(storage, name),
  };
  const storage: UsedStorage = Object.create(methods);
  return storage;
}

const choice = { tickets: { 1: 2 }, extras: {} };
const people = { ...noPeople, buyer: { name: "Ada", email: "ada@example.org", phone: "" } };

test("the choice and the typed values survive a reload", () => {
  const storage = memory();
  const before = createDraftStore("gala", storage, () => 0);
  before.dispatch({ type: "chosen", choice });
  before.dispatch({ type: "typed", people });
  const after = createDraftStore("gala", storage, () => hour);
  expect(after.get()).toMatchObject({ choice, people });
  expect(createDraftStore("ball", storage, () => hour).get().choice).toBeNull();
});

test("people who were entered before an upgrade of the page are still there after it", () => {
  const attendees = [{ ticketId: 1, name: "Ada", email: "", answers: {} }];
  const { attendees: _none, ...others } = people;
  const storage = memory();
  const draft = { version: 1, bought: null, people: { ...others, seats: attendees } };
  storage.setItem("foyer.purchase.gala", JSON.stringify({ draft, touchedAt: 0 }));
  const store = createDraftStore("gala", storage, () => hour);
  expect(store.get().people).toEqual({ ...people, attendees });
  store.dispatch({ type: "chosen", choice });
  expect(createDraftStore("gala", storage, () => hour).get()).toMatchObject({
    choice,
    people: { attendees },
  });
});

test("two tabs share one draft", () => {
  const storage = memory();
  const one = createDraftStore("gala", storage, () => 0);
  const other = createDraftStore("gala", storage, () => 0);
  one.dispatch({ type: "chosen", choice });
  other.dispatch({ type: "typed", people });
  expect(other.get()).toMatchObject({ choice, people });
});

test("names and addresses are deleted after a day, and the proof of a purchase stays", () => {
  const storage = memory();
  createDraftStore("gala", storage, () => 0).dispatch({ type: "typed", people });
  createDraftStore("ball", storage, () => 0).dispatch({
    type: "bought",
    bought: { registrationId: 7, accessKey: "k".repeat(22) },
  });
  forgetOldDrafts(storage, 25 * hour);
  expect(Object.keys(storage)).toEqual(["foyer.purchase.ball"]);
  expect(createDraftStore("ball", storage, () => 25 * hour).get().bought?.registrationId).toBe(7);
});

test("a day after a second purchase was begun only the proof of the first stays, for 400 days", () => {
  const storage = memory();
  const bought = { registrationId: 7, accessKey: "k".repeat(22) };
  const store = createDraftStore("gala", storage, () => 0);
  store.dispatch({ type: "bought", bought });
  store.dispatch({ type: "chosen", choice });
  store.dispatch({ type: "typed", people });
  forgetOldDrafts(storage, 24 * hour);
  expect(createDraftStore("gala", storage, () => 24 * hour).get()).toMatchObject({ bought, choice, people });

  expect(createDraftStore("gala", storage, () => 25 * hour).get()).toEqual({ ...emptyDraft, bought });
  forgetOldDrafts(storage, 25 * hour);
  expect(storage.getItem("foyer.purchase.gala")).not.toContain("ada@example.org");
  forgetOldDrafts(storage, 400 * 24 * hour);
  expect(createDraftStore("gala", storage, () => 400 * 24 * hour).get().bought).toEqual(bought);
  forgetOldDrafts(storage, 401 * 24 * hour);
  expect(Object.keys(storage)).toEqual([]);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"draft":{"version":1},"touchedAt":0}',
  '{"draft":{"version":9},"touchedAt":0}',
])("%j in the storage counts as no draft", (text) => {
  const storage = memory();
  storage.setItem("foyer.purchase.gala", text);
  expect(createDraftStore("gala", storage, () => 0).get()).toEqual(emptyDraft);
});

function broken(how: "keeps nothing" | "is full"): UsedStorage {
  const storage = memory();
  const fail = () => {
    throw new Error(how);
  };
  if (how === "keeps nothing") return Object.assign(storage, { setItem: () => {} });
  storage.setItem("foyer.purchase.gala", JSON.stringify({ draft: { ...emptyDraft, people }, touchedAt: 0 }));
  return Object.assign(storage, { setItem: fail });
}

test.each(["keeps nothing", "is full"] as const)(
  "if the browser's storage %s, the draft lasts as long as the page, over several changes",
  (how) => {
    const store = createDraftStore("gala", broken(how), () => 0);
    let changes = 0;
    store.subscribe(() => {
      changes += 1;
    });
    expect(store.dispatch({ type: "chosen", choice }).choice).toEqual(choice);
    expect(store.dispatch({ type: "typed", people })).toMatchObject({ choice, people });
    expect(store.get()).toMatchObject({ choice, people });
    expect(changes).toBe(2);
  },
);
