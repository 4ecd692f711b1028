import { expect, test } from "vitest";
import type { Code } from "../../../../contract/endpoint.ts";
import { keyNames } from "../../../act/keyNames.fixture.ts";
import { ApiError } from "../../../api/apiError.ts";
import { beginSupport } from "./beginSupport.ts";
import { createSupportStore } from "./supportStore.ts";

type Parts = Parameters<typeof beginSupport>[1];
const request = {
  eventId: 7,
  packageId: 3,
  amount: 50_000,
  sponsorData: { firstName: "Ada", email: "a@b.c" },
};
const otherRequest = { ...request, packageId: 4 };

/** Grants each request once per key, unless a failure is queued. */
function createServer(entries = new Map<string, string>()) {
  const requests: string[] = [];
  const failures: (ApiError | undefined)[] = [];
  const startedIds = new Map<string, number>();
  const nameOf = keyNames();
  let status = "pending";
  const answer = (name: string, key = "") => {
    requests.push(`${name} ${key}`.trim());
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    const id = startedIds.get(key) ?? startedIds.size + 1;
    if (name === "sponsorship/create") startedIds.set(key, id);
    return { sponsorship: { id }, accessKey: `key-of-${id}`, order: { paymentStatus: status } };
  };
  const api = {
    get: async (name: string) => answer(name),
    post: async (name: string, _body: unknown, options?: { idempotencyKey?: string }) =>
      answer(name, nameOf(options?.idempotencyKey)),
  } as unknown as Parts["api"];
  const store = createSupportStore("gala", {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => void entries.set(name, text),
    removeItem: (name) => void entries.delete(name),
  });
  const parts = { api, store };
  return {
    requests,
    failures,
    entries,
    store,
    setStatus: (next: string) => {
      status = next;
    },
    begin: (what: Parameters<typeof beginSupport>[0] = request) => beginSupport(what, parts),
  };
}

const failure = (code: Code | "noAnswer", payload?: unknown) =>
  new ApiError({ status: code === "noAnswer" ? 0 : 409, code, msg: "No.", payload });
const first = { kind: "begun", proof: { sponsorshipId: 1, accessKey: "key-of-1" } };

test("two presses at the same time start one sponsorship", async () => {
  const { begin, requests } = createServer();
  expect(await Promise.all([begin(), begin()])).toEqual([first, first]);
  expect(requests).toEqual(["sponsorship/create key1", "sponsorship/create key1"]);
});

test("without an answer the request is repeated with the same key, and a reload keeps the started sponsorship", async () => {
  const { begin, failures, entries, requests } = createServer();
  failures.push(failure("noAnswer"));
  expect(await begin()).toMatchObject({ kind: "refused", msg: "No.", isStale: false });
  await begin();
  expect(requests).toEqual(["sponsorship/create key1", "sponsorship/create key1"]);
  const reloaded = createServer(entries);
  expect(reloaded.store.get().begun).toMatchObject({ sponsorshipId: 1 });
});

test("the same choice continues the started sponsorship", async () => {
  const { begin, requests } = createServer();
  await begin();
  expect(await begin()).toEqual(first);
  expect(requests.slice(1)).toEqual(["sponsorship/getOwn"]);
});

test("if the started sponsorship has ended, a new one is started", async () => {
  const { begin, requests, setStatus } = createServer();
  await begin();
  setStatus("failed");
  expect(await begin()).toMatchObject({ proof: { sponsorshipId: 2 } });
  expect(requests.slice(1)).toEqual(["sponsorship/getOwn", "sponsorship/create key2"]);
});

test("another choice releases the started sponsorship", async () => {
  const { begin, requests } = createServer();
  await begin();
  expect(await begin(otherRequest)).toMatchObject({ proof: { sponsorshipId: 2 } });
  expect(requests.slice(1)).toEqual(["sponsorship/release", "sponsorship/create key2"]);
});

test("a sponsorship that was paid meanwhile is shown, and no other is started", async () => {
  const { begin, failures, requests } = createServer();
  await begin();
  failures.push(failure("alreadyPaid"));
  expect(await begin(otherRequest)).toEqual(first);
  expect(requests.slice(1)).toEqual(["sponsorship/release"]);
});

test("while the bank decides on a payment, no other sponsorship is started", async () => {
  const { begin, failures, store } = createServer();
  await begin();
  failures.push(failure("busy"));
  expect(await begin(otherRequest)).toMatchObject({ kind: "refused", msg: "No." });
  expect(store.get().begun).toMatchObject({ sponsorshipId: 1 });
});

test.each([
  ["soldOut", { problems: { choice: "No. Choose another one." }, msg: null, isStale: true }],
  ["amountMismatch", { problems: { choice: expect.stringContaining("price") }, isStale: true }],
  ["salesClosed", { problems: {}, msg: "No.", isStale: true }],
  ["notFound", { problems: {}, msg: "No.", isStale: true }],
  ["tooMany", { problems: {}, msg: "No.", isStale: false }],
] as const)("the refusal %s is shown at the choice or as a message", async (code, reply) => {
  const { begin, failures, store } = createServer();
  failures.push(failure(code));
  expect(await begin()).toMatchObject({ kind: "refused", ...reply });
  expect(store.get().asking).toBeNull();
});

test("a refusal of a field is shown at that field", async () => {
  const { begin, failures } = createServer();
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
