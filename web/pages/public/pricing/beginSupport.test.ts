import { expect, test } from "vitest";
import type { Code } from "../../../../contract/endpoint.ts";
import { keyNames } from "../../../act/keyNames.fixture.ts";
import { ApiError } from "../../../api/apiError.ts";
import { beginSupport } from "./beginSupport.ts";
import { createSupportStore } from "./supportStore.ts";

type Surroundings = Parameters<typeof beginSupport>[1];
const wish = { eventId: 7, packageId: 3, amount: 50_000, sponsorData: { firstName: "Ada", email: "a@b.c" } };
const other = { ...wish, packageId: 4 };

/** A server that grants each request once per key, unless it is told to fail. */
function desk(entries = new Map<string, string>()) {
  const requests: string[] = [];
  const failures: (ApiError | undefined)[] = [];
  const begun = new Map<string, number>();
  const nameOf = keyNames();
  let status = "pending";
  const answer = (name: string, key = "") => {
    requests.push(`${name} ${key}`.trim());
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    const id = begun.get(key) ?? begun.size + 1;
    if (name === "sponsorship/create") begun.set(key, id);
    return { sponsorship: { id }, accessKey: `key-of-${id}`, order: { paymentStatus: status } };
  };
  const api = {
    get: async (name: string) => answer(name),
    post: async (name: string, _body: unknown, options?: { idempotencyKey?: string }) =>
      answer(name, nameOf(options?.idempotencyKey)),
  } as unknown as Surroundings["api"];
  const store = createSupportStore("gala", {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => void entries.set(name, text),
    removeItem: (name) => void entries.delete(name),
  });
  const around = { api, store };
  return {
    asked: requests,
    failures,
    entries,
    store,
    become: (next: string) => {
      status = next;
    },
    begin: (what: Parameters<typeof beginSupport>[0] = wish) => beginSupport(what, around),
  };
}

const failure = (code: Code | "noAnswer", payload?: unknown) =>
  new ApiError({ status: code === "noAnswer" ? 0 : 409, code, msg: "No.", payload });
const first = { kind: "begun", proof: { sponsorshipId: 1, accessKey: "key-of-1" } };

test("pressed twice at once, it begins once", async () => {
  const { begin, asked } = desk();
  expect(await Promise.all([begin(), begin()])).toEqual([first, first]);
  expect(asked).toEqual(["sponsorship/create key1", "sponsorship/create key1"]);
});

test("without an answer the same is asked for under the same key, also after a reload", async () => {
  const { begin, failures, entries, asked } = desk();
  failures.push(failure("noAnswer"));
  expect(await begin()).toMatchObject({ kind: "refused", msg: "No.", isStale: false });
  await begin();
  expect(asked).toEqual(["sponsorship/create key1", "sponsorship/create key1"]);
  const reloaded = desk(entries);
  expect(reloaded.store.get().begun).toMatchObject({ sponsorshipId: 1 });
});

test("the same wish goes on with what was begun", async () => {
  const { begin, asked } = desk();
  await begin();
  expect(await begin()).toEqual(first);
  expect(asked.slice(1)).toEqual(["sponsorship/getOwn"]);
});

test("what was begun and has ended is begun anew", async () => {
  const { begin, asked, become } = desk();
  await begin();
  become("failed");
  expect(await begin()).toMatchObject({ proof: { sponsorshipId: 2 } });
  expect(asked.slice(1)).toEqual(["sponsorship/getOwn", "sponsorship/create key2"]);
});

test("another wish gives up what was begun first", async () => {
  const { begin, asked } = desk();
  await begin();
  expect(await begin(other)).toMatchObject({ proof: { sponsorshipId: 2 } });
  expect(asked.slice(1)).toEqual(["sponsorship/release", "sponsorship/create key2"]);
});

test("what was paid meanwhile is shown, and nothing else is begun", async () => {
  const { begin, failures, asked } = desk();
  await begin();
  failures.push(failure("alreadyPaid"));
  expect(await begin(other)).toEqual(first);
  expect(asked.slice(1)).toEqual(["sponsorship/release"]);
});

test("while the bank decides on what was begun, nothing else is begun", async () => {
  const { begin, failures, store } = desk();
  await begin();
  failures.push(failure("busy"));
  expect(await begin(other)).toMatchObject({ kind: "refused", msg: "No." });
  expect(store.get().begun).toMatchObject({ sponsorshipId: 1 });
});

test.each([
  ["soldOut", { problems: { choice: "No. Choose another one." }, msg: null, isStale: true }],
  ["amountMismatch", { problems: { choice: expect.stringContaining("price") }, isStale: true }],
  ["salesClosed", { problems: {}, msg: "No.", isStale: true }],
  ["notFound", { problems: {}, msg: "No.", isStale: true }],
  ["tooMany", { problems: {}, msg: "No.", isStale: false }],
] as const)("%s is told where it belongs", async (code, reply) => {
  const { begin, failures, store } = desk();
  failures.push(failure(code));
  expect(await begin()).toMatchObject({ kind: "refused", ...reply });
  expect(store.get().asking).toBeNull();
});

test("what the server refuses at a field is told there", async () => {
  const { begin, failures } = desk();
  const fields = [
    { path: "sponsorData.email", message: "must be an e-mail address" },
    { path: "packageId", message: "is not a package of this event" },
  ];
  failures.push(failure("invalidInput", { fields }));
  expect(await begin()).toMatchObject({
    problems: {
      email: "This must be an e-mail address.",
      choice: "This package is no longer offered. Choose another one.",
    },
    msg: null,
    isStale: true,
  });
});
