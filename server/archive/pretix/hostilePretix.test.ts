import type { LookupAddress } from "node:dns";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestReply } from "../../testing/app.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { databaseContents } from "../../testing/contents.ts";
import {
  type AnswerInstead,
  fakePretixSource,
  recordedAnswers,
  startFakePretix,
} from "../../testing/pretix/fakePretix.ts";
import { buildTwoClubs, fieldsOf, type TwoClubs } from "../../testing/twoClubs.ts";
import type { PretixAccess } from "./pretixHttp.ts";

let app: TestApp;
let clubs: TwoClubs;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
});
afterAll(() => app.close());
afterEach(() => {
  app.services.pretix = { mayAskLoopback: true };
});

const send = (body: object): Promise<TestReply<"event/fromPretix">> =>
  app.ask("event/fromPretix", {
    body: { ...fakePretixSource, people: true, ...body },
    token: clubs.tokens.admin,
  });

/** Asks a fake pretix, and checks that nothing is written. */
async function askOf(
  options: Parameters<typeof startFakePretix>[0],
  { limits = {}, body = {} }: { limits?: PretixAccess["limits"]; body?: object } = {},
) {
  app.services.pretix = { mayAskLoopback: true, limits };
  const pretix = await startFakePretix(options);
  const before = await databaseContents(app.database.db);
  try {
    const reply = await send({ url: pretix.url, ...body });
    expect(await databaseContents(app.database.db)).toEqual(before);
    return { reply, requests: pretix.requests };
  } finally {
    await pretix.close();
  }
}

const always =
  (answer: (reply: ServerResponse) => void): AnswerInstead =>
  (_request, reply) => {
    answer(reply);
    return true;
  };
const json = (reply: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  reply.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const onlyAt =
  (part: string, answer: (reply: ServerResponse) => void): AnswerInstead =>
  (request, reply) => {
    if (!request.url!.includes(part)) return false;
    answer(reply);
    return true;
  };

describe("what an admin may have typed wrong", () => {
  test("a token that pretix does not know is refused at the field of the token", async () => {
    const { reply } = await askOf({}, { body: { token: "another" } });
    expect(fieldsOf(reply)).toEqual({ token: "pretix does not know this token." });
  });

  test("an event that pretix does not show is refused at the field of the event", async () => {
    const { reply } = await askOf({}, { body: { event: "another" } });
    expect(Object.keys(fieldsOf(reply))).toEqual(["event"]);
  });

  test("if the token may not read a list, the refusal says which list", async () => {
    const { reply } = await askOf({ instead: onlyAt("/orders/", (answer) => json(answer, 403, {})) });
    expect(fieldsOf(reply).token).toContain("may not read the orders");
  });

  test.each([
    ["a name that is the parent folder", { event: ".." }, "event"],
    ["a name with a slash", { organizer: "a/b" }, "organizer"],
    ["a token with a line break", { token: "a\r\nhost: b" }, "token"],
    ["no address", { url: "pretix" }, "url"],
    ["an address of a file", { url: "file:///etc/passwd" }, "url"],
    ["an address with a password", { url: "https://a:b@pretix.eu" }, "url"],
  ])("%s is refused without a request to pretix", async (_, body, field) => {
    const { reply, requests } = await askOf({}, { body });
    expect([reply.status, Object.keys(fieldsOf(reply))]).toEqual([400, [field]]);
    expect(requests).toEqual([]);
  });

  test("a series of dates, and a currency that Foyer does not have, are refused", async () => {
    const series = recordedAnswers();
    series.event.has_subevents = true;
    expect(fieldsOf((await askOf({ answers: series })).reply).event).toContain("series of dates");
    const gold = recordedAnswers();
    gold.event.currency = "XAU";
    expect(fieldsOf((await askOf({ answers: gold })).reply).event).toContain("sold in XAU");
  });
});

describe("a server that is not what it should be", () => {
  test.each<[string, AnswerInstead, RegExp]>([
    ["answers with a page", always((reply) => reply.end("<h1>Hello</h1>")), /does not answer like pretix/],
    [
      "answers with JSON of another kind",
      always((reply) => json(reply, 200, [1, 2])),
      /does not answer like pretix/,
    ],
    [
      "answers one list in a wrong shape",
      onlyAt("/items/", (reply) => json(reply, 200, { next: null, results: [{ id: "1" }] })),
      /does not answer like pretix/,
    ],
    [
      "compresses its answer",
      always((reply) => reply.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("{}"))),
      /does not answer like pretix/,
    ],
    [
      "redirects to an internal address",
      always((reply) => reply.writeHead(302, { location: "http://127.0.0.1:1/" }).end()),
      /leads to another one/,
    ],
    ["breaks off", always((reply) => reply.destroy()), /cannot be reached/],
  ])("a server that %s is refused", async (_, instead, sentence) => {
    const { reply, requests } = await askOf({ instead });
    expect(reply.status).toBe(400);
    expect(fieldsOf(reply).url).toMatch(sentence);
    expect(requests.length).toBeLessThan(3);
  });

  test("a list that never ends is refused after the largest number of pages", async () => {
    const endless = onlyAt("/orders/", (reply) =>
      json(reply, 200, { next: "https://pretix.test/", results: [recordedAnswers().orders[0]] }),
    );
    const { reply, requests } = await askOf({ instead: endless }, { limits: { pages: 5 } });
    expect(fieldsOf(reply).url).toContain("more than one event needs");
    expect(requests.filter((path) => path.includes("/orders/"))).toHaveLength(5);
  });

  test("a page without entries ends the list, even if pretix reports that there are more pages", async () => {
    const empty = onlyAt("/vouchers/", (reply) => json(reply, 200, { next: "more", results: [] }));
    const { requests } = await askOf({ instead: empty }, { body: { dryRun: true } });
    expect(requests.filter((path) => path.includes("/vouchers/"))).toHaveLength(1);
  });

  test("a reply that is too large is refused before it is complete", async () => {
    const huge = always((reply) => {
      reply.writeHead(200);
      const more = () => {
        while (!reply.destroyed && reply.write("x".repeat(64 * 1024)));
      };
      reply.on("drain", more);
      more();
    });
    const { reply } = await askOf({ instead: huge }, { limits: { replyBytes: 300_000 } });
    expect(fieldsOf(reply).url).toContain("more than one event needs");
  });

  test("replies that are too large together are refused", async () => {
    const { reply } = await askOf({}, { limits: { totalBytes: 20_000 } });
    expect(fieldsOf(reply).url).toContain("more than one event needs");
  });

  test("a server that never answers, or never completes its answer, is refused after the time limit", async () => {
    for (const instead of [always(() => {}), always((reply) => reply.writeHead(200).write("{"))])
      for (const limits of [{ replyMs: 50 }, { totalMs: 50 }]) {
        const { reply } = await askOf({ instead }, { limits });
        expect(fieldsOf(reply).url).toContain("did not answer in time");
      }
  });

  test("if pretix has an error, the import is refused as busy", async () => {
    const { reply } = await askOf({ instead: always((answer) => json(answer, 502, {})) });
    expect([reply.code, reply.msg]).toEqual(["busy", expect.stringContaining("pretix has an error")]);
  });

  test("an import asks again if pretix asks for a pause of 0 seconds, and is refused as busy at a long, unreadable or sixth pause", async () => {
    let asked = 0;
    const once: AnswerInstead = (_request, reply) => {
      if (asked++ > 0) return false;
      json(reply, 429, {}, { "retry-after": "0" });
      return true;
    };
    const { reply } = await askOf({ instead: once }, { body: { dryRun: true } });
    expect(reply.status, reply.msg ?? "").toBe(200);
    for (const after of ["9999", "tomorrow", ""]) {
      const refused = await askOf({
        instead: always((answer) => json(answer, 429, {}, { "retry-after": after })),
      });
      expect([refused.reply.code, refused.requests.length]).toEqual(["busy", 1]);
    }
    const forever = await askOf({
      instead: always((answer) => json(answer, 429, {}, { "retry-after": "0" })),
    });
    expect([forever.reply.code, forever.requests.length]).toEqual(["busy", 6]);
  });

  test("an event with values that Foyer cannot have is refused as a whole", async () => {
    const answers = recordedAnswers();
    answers.items[0]!.default_price = "999999999.00";
    const { reply } = await askOf({ answers });
    expect([reply.code, reply.msg]).toEqual([
      "invalidFile",
      expect.stringMatching(/^This event of pretix does not fit into Foyer.*tickets/),
    ]);
  });

  test("an event in which two tickets have the same secret is refused as a whole", async () => {
    const answers = recordedAnswers();
    for (const order of answers.orders as { positions: { secret: string }[] }[])
      for (const position of order.positions) position.secret = "the-same";
    const { reply } = await askOf({ answers });
    expect(reply.msg).toMatch(/^The people of this event of pretix cannot be imported: .*same code/);
  });
});

describe("an address that is not of the public internet", () => {
  const production = (addresses: LookupAddress[] = []): PretixAccess => ({
    mayAskLoopback: false,
    lookup: ((_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
      callback(null, addresses)) as unknown as NonNullable<PretixAccess["lookup"]>,
  });

  test.each([
    "https://127.0.0.1",
    "https://localhost",
    "https://10.1.2.3",
    "https://169.254.169.254",
    "https://[::1]",
    "https://[::ffff:10.0.0.1]",
    // Other ways to write 127.0.0.1.
    "https://2130706433",
    "https://0x7f.1",
    "https://127.1",
  ])("%s is refused in production", async (url) => {
    app.services.pretix = production();
    expect(fieldsOf(await send({ url }))).toEqual({
      url: "This address is not a server of the public internet.",
    });
  });

  test.each([
    ["http://pretix.eu", /must begin with https/],
    ["https://pretix.eu:22", /without a port/],
  ])("%s is refused in production", async (url, sentence) => {
    app.services.pretix = production();
    expect(fieldsOf(await send({ url })).url).toMatch(sentence);
  });

  test.each(["127.0.0.1", "10.0.0.7", "169.254.169.254", "::1", "fd00::1"])(
    "a host name that resolves to %s is refused at the connection",
    async (address) => {
      app.services.pretix = production([{ address, family: address.includes(":") ? 6 : 4 }]);
      expect(fieldsOf(await send({ url: "https://pretix.example" })).url).toContain("public internet");
    },
  );

  test("control: with the guard off, localhost reaches this machine", async () => {
    const pretix = await startFakePretix();
    const { port } = new URL(pretix.url);
    const name = `http://localhost:${port}`;
    app.services.pretix = {
      ...production([{ address: "127.0.0.1", family: 4 }]),
      mayAskLoopback: true,
    };
    const reply = await send({ url: name, dryRun: true });
    await pretix.close();
    expect([reply.status, pretix.requests.length > 0]).toEqual([200, true]);
  });
});

test("a club may ask pretix only a limited number of times an hour", async () => {
  const limited = await testApp({ limited: true });
  const own = await buildTwoClubs(limited);
  const pretix = await startFakePretix();
  const codes: (string | undefined)[] = [];
  for (let time = 0; time < 31; time++) {
    const reply = await limited.ask("event/fromPretix", {
      body: { ...fakePretixSource, url: pretix.url, token: "wrong" },
      token: own.tokens.admin,
    });
    codes.push(reply.code);
  }
  await pretix.close();
  await limited.close();
  expect([codes.slice(0, 30).every((code) => code === "invalidInput"), codes[30]]).toEqual([true, "tooMany"]);
  expect(pretix.requests).toHaveLength(30);
});
