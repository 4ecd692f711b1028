import { describe, expect, test } from "vitest";
import { ApiError, problemsByField } from "./apiError.ts";
import { type CallOptions, createApi, type FetchLike } from "./client.ts";

function clientWith(
  reply: { status?: number; headers?: Record<string, string>; body?: unknown } | Error | Response,
  defaults: CallOptions = {},
) {
  const seen = {
    requests: [] as { path: string; init: Parameters<FetchLike>[1] }[],
    messages: [] as [string, string][],
    expired: 0,
    factorDue: 0,
    underWay: 0,
    maxUnderWay: 0,
  };
  const api = createApi({
    fetch: async (path, init) => {
      seen.requests.push({ path, init });
      seen.maxUnderWay = Math.max(seen.maxUnderWay, seen.underWay);
      if (reply instanceof Error) throw reply;
      if (reply instanceof Response) return reply;
      return Response.json(reply.body ?? { msg: null, payload: null }, {
        status: reply.status ?? 200,
        headers: reply.headers ?? {},
      });
    },
    token: () => "secret",
    defaults,
    onMessage: (text, color) => seen.messages.push([text, color]),
    onExpired: () => {
      seen.expired += 1;
      return undefined;
    },
    onSecondFactorDue: () => {
      seen.factorDue += 1;
    },
    onRequest: () => {
      seen.underWay += 1;
      return () => {
        seen.underWay -= 1;
      };
    },
  });
  return { api, seen };
}

/** A body that breaks off after its first bytes. */
const brokenBody = () =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"msg":')),
    pull: (controller) => controller.error(new TypeError("cut off")),
  });

const expired = { status: 440, body: { msg: "Please sign in again.", code: "tokenExpired" } };

describe("a request", () => {
  test("a request goes to the path of its call with its query, without undefined values", async () => {
    const { api, seen } = clientWith({ body: { msg: null, payload: { items: [] } } });
    await api.get("event/getAllEvents", { page: 2, clubId: undefined });
    expect(seen.requests[0]?.path).toBe("/api/event/getAllEvents?page=2");
    expect(seen.requests[0]?.init.body).toBeUndefined();
  });

  test("a request sends its body as JSON and resolves with the payload", async () => {
    const { api, seen } = clientWith({ body: { msg: null, payload: { registration: { id: 7 } } } });
    const reply = await api.post("registration/releaseHold", {
      registrationId: 7,
      accessKey: "k".repeat(22),
    });
    expect(reply.registration.id).toBe(7);
    expect(seen.requests[0]?.init.method).toBe("POST");
    const sent = JSON.stringify({ registrationId: 7, accessKey: "k".repeat(22) });
    expect(seen.requests[0]?.init.body).toBe(sent);
  });

  test("a request sends the token, but a public call only if it asks for that", async () => {
    const { api, seen } = clientWith({});
    await api.get("auth/me");
    await api.get("info");
    await api.get("info", undefined, { withToken: true });
    expect(seen.requests.map(({ init }) => init.headers.authorization)).toEqual([
      "secret",
      undefined,
      "secret",
    ]);
  });

  test("a request is sent with the given idempotency key and keepalive", async () => {
    const { api, seen } = clientWith({});
    const options = { idempotencyKey: "once", keepalive: true };
    await api.post("registration/releaseHold", { registrationId: 7, accessKey: "k".repeat(22) }, options);
    expect(seen.requests[0]?.init.headers["idempotency-key"]).toBe("once");
    expect(seen.requests[0]?.init.keepalive).toBe(true);
  });

  test("a request counts as in progress until it ends, whatever its result", async () => {
    for (const reply of [{}, { status: 500 }, new TypeError("offline")]) {
      const { api, seen } = clientWith(reply);
      await api.get("info").catch(() => {});
      expect([seen.maxUnderWay, seen.underWay]).toEqual([1, 0]);
    }
  });

  test("the token in a reply's header is passed to the caller", async () => {
    const { api } = clientWith({ headers: { authorization: "fresh" } });
    const tokens: string[] = [];
    await api.post(
      "auth/signin",
      { email: "a@b.c", password: "x" },
      { onToken: (token) => tokens.push(token) },
    );
    expect(tokens).toEqual(["fresh"]);
  });
});

describe("docs/product.md §8: the msg of a reply that does not fail", () => {
  test("the msg has the colour of a success up to status 299", async () => {
    const { api, seen } = clientWith({ status: 299, body: { msg: "Saved.", payload: null } });
    await api.get("info");
    expect(seen.messages).toEqual([["Saved.", "success"]]);
  });

  test("the msg of status 300 has the colour of an error, but the call does not throw", async () => {
    const { api, seen } = clientWith({ status: 300, body: { msg: "Moved.", payload: null } });
    await api.get("info");
    expect(seen.messages).toEqual([["Moved.", "error"]]);
  });

  test("a msg is not shown if the request suppresses it or if it is empty", async () => {
    const { api, seen } = clientWith({ body: { msg: "Saved.", payload: null } });
    await api.get("info", undefined, { suppressToasts: true });
    expect(seen.messages).toEqual([]);
    const quiet = clientWith({ body: { msg: "", payload: null } });
    await quiet.api.get("info");
    expect(quiet.seen.messages).toEqual([]);
  });
});

describe("docs/product.md §8: a failed reply", () => {
  const refusal = {
    status: 400,
    body: {
      msg: "Please check the form.",
      code: "invalidInput",
      payload: { fields: [{ path: "attendees.0.email", message: "must be an e-mail address" }] },
    },
  };

  test("the msg of a failed reply is shown as an error, and thrown with its code", async () => {
    const { api, seen } = clientWith(refusal);
    const failure = await api.get("info").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 400, code: "invalidInput", msg: "Please check the form." });
    expect(seen.messages).toEqual([["Please check the form.", "error"]]);
    expect(problemsByField(failure)).toEqual({ "attendees.0.email": "must be an e-mail address" });
  });

  test("a failed reply with suppressToasts is thrown, and no message is shown", async () => {
    const { api, seen } = clientWith(refusal);
    await expect(api.get("info", undefined, { suppressToasts: true })).rejects.toThrow(ApiError);
    expect(seen.requests[0]?.init.headers["x-suppress-toasts"]).toBe("true");
    expect(seen.messages).toEqual([]);
  });

  test("a failed load of a page shows no message, unless the session has ended", async () => {
    for (const reply of [refusal, new TypeError("Failed to fetch")]) {
      const { api, seen } = clientWith(reply, { suppressFailure: true });
      await expect(api.get("info", undefined, { withToken: true })).rejects.toThrow(ApiError);
      expect(seen.messages).toEqual([]);
    }
    const ended = clientWith(expired, { suppressFailure: true });
    await ended.api.get("info");
    expect(ended.seen.messages).toEqual([["Please sign in again.", "error"]]);
  });

  test("a failed reply that is not from our server shows a message and is thrown", async () => {
    const { api, seen } = clientWith({ status: 502, body: ["a proxy's own page"] });
    await expect(api.get("info")).rejects.toMatchObject({ status: 502, code: "unexpected" });
    expect(seen.messages).toHaveLength(1);
  });

  test("a request without an answer fails with status 0", async () => {
    const { api, seen } = clientWith(new TypeError("Failed to fetch"));
    await expect(api.get("info")).rejects.toMatchObject({ status: 0, code: "noAnswer" });
    expect(seen.messages).toHaveLength(1);
  });

  test.each([
    ["breaks off", () => new Response(brokenBody())],
    ["is a page of the network", () => new Response("<h1>Sign in to the Wi-Fi</h1>")],
  ])("a reply that %s counts as no answer, although its status is 200", async (_how, reply) => {
    const { api, seen } = clientWith(reply());
    await expect(api.get("info")).rejects.toMatchObject({ status: 0, code: "noAnswer" });
    expect([seen.messages.length, seen.underWay]).toEqual([1, 0]);
    const ofPage = clientWith(reply(), { suppressFailure: true });
    await expect(ofPage.api.get("info")).rejects.toThrow(ApiError);
    expect(ofPage.seen.messages).toEqual([]);
  });

  test("a refusal whose body is lost fails with its status", async () => {
    const { api } = clientWith(new Response(brokenBody(), { status: 503 }));
    await expect(api.get("info")).rejects.toMatchObject({ status: 503, code: "unexpected" });
  });

  test("a reply that breaks off because the caller aborted the request shows no message", async () => {
    const { api, seen } = clientWith(new Response(brokenBody()));
    const signal = AbortSignal.abort();
    await expect(api.get("info", undefined, { signal })).rejects.toThrow("cut off");
    expect(seen.messages).toEqual([]);
  });

  test("a request that the caller aborted shows no message", async () => {
    const { api, seen } = clientWith(new DOMException("gone", "AbortError"));
    const signal = AbortSignal.abort();
    await expect(api.get("info", undefined, { signal })).rejects.toThrow("gone");
    expect(seen.messages).toEqual([]);
  });
});

describe("a form of staff", () => {
  test("suppressFailure suppresses the message of a refusal, but not of a success", async () => {
    const refused = clientWith({ status: 409, body: { msg: "This address is taken.", code: "slugTaken" } });
    await expect(refused.api.get("info", undefined, { suppressFailure: true })).rejects.toThrow(ApiError);
    expect(refused.seen.messages).toEqual([]);
    expect(refused.seen.requests[0]?.init.headers["x-suppress-toasts"]).toBe("true");
    const saved = clientWith({ body: { msg: "Saved.", payload: null } });
    await saved.api.get("info", undefined, { suppressFailure: true });
    expect(saved.seen.messages).toEqual([["Saved.", "success"]]);
  });

  test("a form sends files with its fields, and the browser sets the content type", async () => {
    const { api, seen } = clientWith({});
    const banner = new File(["png"], "banner.png", { type: "image/png" });
    await api.post("auth/signin", { email: "a@b.c", password: "x" }, { files: [banner] });
    const { body, headers } = seen.requests[0]!.init;
    expect(headers["content-type"]).toBeUndefined();
    if (!(body instanceof FormData)) throw new Error("The body is no form.");
    expect([body.get("email"), body.get("password")]).toEqual(["a@b.c", "x"]);
    expect((body.get("files") as File).name).toBe("banner.png");
  });
});

describe("docs/product.md §8: status 440, token expired", () => {
  test("status 440 shows the message, calls onExpired, and resolves without an error", async () => {
    const { api, seen } = clientWith(expired);
    await expect(api.get("auth/me")).resolves.toBeUndefined();
    expect(seen.messages).toEqual([["Please sign in again.", "error"]]);
    expect(seen.expired).toBe(1);
  });

  test("status 440 without a message also calls onExpired", async () => {
    const { api, seen } = clientWith({ status: 440, body: {} });
    await expect(api.get("auth/me")).resolves.toBeUndefined();
    expect([seen.messages.length, seen.expired]).toEqual([0, 1]);
  });

  test("status 440 shows the message, and then a loader's call throws the redirect of onExpired", async () => {
    const messages: string[] = [];
    const redirect = new Response(null, { status: 302, headers: { location: "/signin" } });
    const api = createApi({
      fetch: async () => Response.json(expired.body, { status: 440 }),
      token: () => "secret",
      onMessage: (text) => messages.push(text),
      onExpired: (): never => {
        throw redirect;
      },
    });
    await expect(api.get("auth/me")).rejects.toBe(redirect);
    expect(messages).toEqual(["Please sign in again."]);
  });
});

describe("a second factor that the club asks for", () => {
  const refusal = (payload: unknown) => ({
    status: 403,
    body: { msg: "Set it up in your profile first.", code: "wrongRole", payload },
  });

  test("a refusal for lack of a second factor shows its message and calls onSecondFactorDue", async () => {
    const { api, seen } = clientWith(refusal({ secondFactor: "due" }));
    await expect(api.get("auth/me")).rejects.toThrow(ApiError);
    expect([seen.messages.length, seen.factorDue]).toEqual([1, 1]);
  });

  test("other refusals do not ask for a second factor", async () => {
    const { api, seen } = clientWith(refusal(undefined));
    await expect(api.get("auth/me")).rejects.toThrow(ApiError);
    expect(seen.factorDue).toBe(0);
  });
});
