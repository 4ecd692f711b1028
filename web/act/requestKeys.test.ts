import { expect, test } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { keyNames } from "./keyNames.fixture.ts";
import { type OpenRequest, requestKeys } from "./requestKeys.ts";

const failureOf = (status: number) =>
  new ApiError({ status, code: status === 0 ? "noAnswer" : "unexpected", msg: "No." });

function createSender(keys = requestKeys(), nameOf = keyNames()) {
  return async (body: unknown, failure?: Error) => {
    let key = "";
    const call = async (sent: string) => {
      key = nameOf(sent);
      if (failure !== undefined) throw failure;
    };
    await keys.send(body, call).catch((error: unknown) => expect(error).toBe(failure));
    return key;
  };
}

test("a body keeps its key until another body is sent or the keys are renewed", () => {
  const keys = requestKeys();
  const nameOf = keyNames();
  const keyNameOf = (body: unknown) => nameOf(keys.keyFor(body));
  expect([keyNameOf({ a: 1 }), keyNameOf({ a: 1 }), keyNameOf({ a: 2 })]).toEqual(["key1", "key1", "key2"]);
  keys.renew();
  expect(keyNameOf({ a: 2 })).toBe("key3");
});

test("after an answer, the same body sent again has a new key", async () => {
  const send = createSender();
  expect([await send("a"), await send("a")]).toEqual(["key1", "key2"]);
});

test("after a refusal, the same body sent again has a new key", async () => {
  const send = createSender();
  expect([await send("a", failureOf(409)), await send("a")]).toEqual(["key1", "key2"]);
});

test.each([
  ["a lost answer", failureOf(0)],
  ["a fault of the server", failureOf(503)],
  ["a proxy's time limit", failureOf(408)],
  ["a fault of the page", new TypeError("It broke.")],
])("after %s the same body keeps its key, and another body gets a new one", async (_what, failure) => {
  const send = createSender();
  expect([await send("a", failure), await send("a", failure), await send("b")]).toEqual([
    "key1",
    "key1",
    "key2",
  ]);
});

test("a body that is sent twice at the same time has one key", async () => {
  const keys = requestKeys();
  const used: string[] = [];
  const call = async (key: string) => void used.push(key);
  await Promise.all([keys.send("a", call), keys.send("a", call)]);
  expect(new Set(used).size).toBe(1);
});

test("a late answer to an earlier body does not end the key of a later body", async () => {
  const keys = requestKeys();
  const nameOf = keyNames();
  let answer = () => {};
  const first = keys.send("a", () => new Promise<void>((resolve) => (answer = resolve)));
  const second = nameOf(keys.keyFor("b"));
  answer();
  await first;
  expect(nameOf(keys.keyFor("b"))).toBe(second);
});

test("a storage that survives a reload keeps the open request until it is answered", async () => {
  let saved: OpenRequest | null = null;
  const storage = {
    get: () => saved,
    set: (open: OpenRequest | null) => {
      saved = open;
    },
  };
  const nameOf = keyNames();
  expect(await createSender(requestKeys(storage), nameOf)({ a: 1 }, failureOf(0))).toBe("key1");
  expect(saved).toMatchObject({ body: '{"a":1}' });
  expect(await createSender(requestKeys(storage), nameOf)({ a: 1 })).toBe("key1");
  expect(saved).toBeNull();
});
