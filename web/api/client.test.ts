import { describe, expect, test } from "vitest";
import { ApiError, problemsByField } from "./apiError.ts";
import { type CallOptions, createApi, type FetchLike } from "./client.ts";

/** A server with one reply, and a record of everything that the client calls. */
function world(
  reply: { status?: number; headers?: Record<string, string>; body?: unknown } | Error,
  defaults: CallOptions = {},
) {
  const seen = {
    requests: [] as { path: string; init: Parameters<FetchLike>[1] }[],
    messages: [] as [string, string][],
    expired: 0,
    factorDue: 0,
    underWay: 0,
    mostUnderWay: 0,
  };
  const api = createApi({
    fetch: async (path, init) => {
      seen.requests.push({ path, init });
      seen.mostUnderWay = Math.max(seen.mostUnderWay, seen.underWay);
      if (reply instanceof Error) throw reply;
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

const expired = { status: 440, body: { msg: "Please sign in again.", code: "tokenExpired" } };

describe("a request", () => {
  test("goes to the call's own path with its query, leaving out what is not given", async () => {
    const { api, seen } = world({ body: { msg: null, payload: { items: [] } } });
    await api.get("event/getAllEvents", { page: 2, clubId: undefined });
    expect(seen.requests[0]?.path).toBe("/api/event/getAllEvents?page=2");
    expect(seen.requests[0]?.init.body).toBeUndefined();
  });

  test("sends its body as JSON and resolves with the payload", async () => {
    const { api, seen } = world({ body: { msg: null, payload: { registration: { id: 7 } } } });
    const reply = await api.post("registration/releaseHold", {
      registrationId: 7,
      accessKey: "k".repeat(22),
    });
    expect(reply.registration.id).toBe(7);
    expect(seen.requests[0]?.init.method).toBe("POST");
    const sent = JSON.stringify({ registrationId: 7, accessKey: "k".repeat(22) });
    expect(seen.requests[0]?.init.body).toBe(sent);
  });

  test("carries the token, except to public calls", async () => {
    const { api, seen } = world({});
    await api.get("auth/me");
    await api.get("info");
    await api.get("info", undefined, { withToken: true });
    expect(seen.requests.map(({ init }) => init.headers.authorization)).toEqual([
      "secret",
      undefined,
      "secret",
    ]);
  });

  test("carries the idempotency key and keepalive that it is given", async () => {
    const { api, seen } = world({});
    const options = { idempotencyKey: "once", keepalive: true };
    await api.post("registration/releaseHold", { registrationId: 7, accessKey: "k".repeat(22) }, options);
    expect(seen.requests[0]?.init.headers["idempotency-key"]).toBe("once");
    expect(seen.requests[0]?.init.keepalive).toBe(true);
  });

  test("is under way until it has ended, however it ends", async () => {
    for (const reply of [{}, { status: 500 }, new TypeError("offline")]) {
      const { api, seen } = world(reply);
      await api.get("info").catch(() => {});
      expect([seen.mostUnderWay, seen.underWay]).toEqual([1, 0]);
    }
  });

  test("gives the token of the reply's header to who asked for it", async () => {
    const { api } = world({ headers: { authorization: "fresh" } });
    const tokens: string[] = [];
    await api.post(
      "auth/signin",
      { email: "a@b.c", password: "x" },
      { onToken: (token) => tokens.push(token) },
    );
    expect(tokens).toEqual(["fresh"]);
  });
});

describe("docs/product.md §8: a successful reply with a msg", () => {
  test("is shown as a success up to status 299", async () => {
    const { api, seen } = world({ status: 201, body: { msg: "Saved.", payload: null } });
    await api.get("info");
    expect(seen.messages).toEqual([["Saved.", "success"]]);
  });

  test("is shown as an error above 299", async () => {
    const { api, seen } = world({ status: 300, body: { msg: "Moved.", payload: null } });
    await api.get("info");
    expect(seen.messages).toEqual([["Moved.", "error"]]);
  });

  test("is not shown when the request says so, nor when there is none", async () => {
    const { api, seen } = world({ body: { msg: "Saved.", payload: null } });
    await api.get("info", undefined, { suppressToasts: true });
    expect(seen.messages).toEqual([]);
    const quiet = world({ body: { msg: "", payload: null } });
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

  test("with a msg is shown as an error and passed on with its code", async () => {
    const { api, seen } = world(refusal);
    const failure = await api.get("info").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 400, code: "invalidInput", msg: "Please check the form." });
    expect(seen.messages).toEqual([["Please check the form.", "error"]]);
    expect(problemsByField(failure)).toEqual({ "attendees.0.email": "must be an e-mail address" });
  });

  test("is only passed on when the suppress-toasts header is true", async () => {
    const { api, seen } = world(refusal);
    await expect(api.get("info", undefined, { suppressToasts: true })).rejects.toThrow(ApiError);
    expect(seen.requests[0]?.init.headers["x-suppress-toasts"]).toBe("true");
    expect(seen.messages).toEqual([]);
  });

  test("is left to the page where loading it has failed, whatever else the call asks for", async () => {
    for (const reply of [refusal, new TypeError("Failed to fetch")]) {
      const { api, seen } = world(reply, { suppressFailure: true });
      await expect(api.get("info", undefined, { withToken: true })).rejects.toThrow(ApiError);
      expect(seen.messages).toEqual([]);
    }
    const ended = world(expired, { suppressFailure: true });
    await ended.api.get("info");
    expect(ended.seen.messages).toEqual([["Please sign in again.", "error"]]);
  });

  test("that is no reply of ours still fails with words to read", async () => {
    const { api, seen } = world({ status: 502, body: ["a proxy's own page"] });
    await expect(api.get("info")).rejects.toMatchObject({ status: 502, code: "unexpected" });
    expect(seen.messages).toHaveLength(1);
  });

  test("with no answer at all has status 0", async () => {
    const { api, seen } = world(new TypeError("Failed to fetch"));
    await expect(api.get("info")).rejects.toMatchObject({ status: 0, code: "noAnswer" });
    expect(seen.messages).toHaveLength(1);
  });

  test("that the caller called off is nobody's message", async () => {
    const { api, seen } = world(new DOMException("gone", "AbortError"));
    const signal = AbortSignal.abort();
    await expect(api.get("info", undefined, { signal })).rejects.toThrow("gone");
    expect(seen.messages).toEqual([]);
  });
});

describe("a form of staff", () => {
  test("shows a refusal itself and leaves its success to be told", async () => {
    const refused = world({ status: 409, body: { msg: "This address is taken.", code: "slugTaken" } });
    await expect(refused.api.get("info", undefined, { suppressFailure: true })).rejects.toThrow(ApiError);
    expect(refused.seen.messages).toEqual([]);
    expect(refused.seen.requests[0]?.init.headers["x-suppress-toasts"]).toBe("true");
    const saved = world({ body: { msg: "Saved.", payload: null } });
    await saved.api.get("info", undefined, { suppressFailure: true });
    expect(saved.seen.messages).toEqual([["Saved.", "success"]]);
  });

  test("sends files beside its fields, and lets the browser name the type", async () => {
    const { api, seen } = world({});
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
  test("shows the message, signs out, and resolves without error", async () => {
    const { api, seen } = world(expired);
    await expect(api.get("auth/me")).resolves.toBeUndefined();
    expect(seen.messages).toEqual([["Please sign in again.", "error"]]);
    expect(seen.expired).toBe(1);
  });

  test("without a message signs out all the same", async () => {
    const { api, seen } = world({ status: 440, body: {} });
    await expect(api.get("auth/me")).resolves.toBeUndefined();
    expect([seen.messages.length, seen.expired]).toEqual([0, 1]);
  });

  test("fails a loader's call with the redirect that onExpired throws, and shows the message first", async () => {
    const messages: string[] = [];
    const way = new Response(null, { status: 302, headers: { location: "/signin" } });
    const api = createApi({
      fetch: async () => Response.json(expired.body, { status: 440 }),
      token: () => "secret",
      onMessage: (text) => messages.push(text),
      onExpired: (): never => {
        throw way;
      },
    });
    await expect(api.get("auth/me")).rejects.toBe(way);
    expect(messages).toEqual(["Please sign in again."]);
  });
});

describe("a second factor that the club asks for", () => {
  const refusal = (payload: unknown) => ({
    status: 403,
    body: { msg: "Set it up in your profile first.", code: "wrongRole", payload },
  });

  test("leads who has none to where it is set up, and says why", async () => {
    const { api, seen } = world(refusal({ secondFactor: "due" }));
    await expect(api.get("auth/me")).rejects.toThrow(ApiError);
    expect([seen.messages.length, seen.factorDue]).toEqual([1, 1]);
  });

  test("is not what any other refusal is about", async () => {
    const { api, seen } = world(refusal(undefined));
    await expect(api.get("auth/me")).rejects.toThrow(ApiError);
    expect(seen.factorDue).toBe(0);
  });
});
