import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "../../contract/all.ts";
import type { Call } from "../../contract/endpoint.ts";
import { auditDoor } from "../../server/door/auditDoor.ts";
import { auditCounters } from "../../server/holds/auditCounters.ts";
import { auditFigures } from "../../server/stats/auditFigures.ts";
import { type TestApp, type TestRequest, testApp } from "../../server/testing/app.ts";
import { samplesOf } from "../../server/testing/samples.ts";
import { buildWorld, tokensOf, type World } from "../../server/testing/world.ts";
import { allCallers, helpers, tokenOf, type Verdict, type Who } from "./identities.ts";
import { verdicts } from "./verdicts.ts";

let app: TestApp;
let world: World;
let samples: Record<CallName, TestRequest>;
beforeAll(async () => {
  app = await testApp({ watchesLocks: true });
  world = await buildWorld(app);
  samples = samplesOf(world);
});
afterAll(() => app.close());

async function verdictFor(name: CallName, who: Who, sent: TestRequest): Promise<Verdict> {
  const token = await tokenOf(app, world, who);
  const reply = await app.ask(name, token === undefined ? sent : { ...sent, token });
  return reply.status === 200 ? "ok" : reply.code!;
}

describe.each(Object.keys(verdicts) as CallName[])("%s", (name) => {
  // Some calls end all sessions of the caller.
  afterAll(async () => {
    world.tokens = await tokensOf(app, world.users);
  });

  test.each(allCallers)(`${name} gives the declared answer to: %s`, async (who) => {
    expect(await verdictFor(name, who, samples[name])).toBe(verdicts[name][who]);
  });
});

test("after all calls of all callers, each counter matches its rows", async () => {
  const { db } = app.database;
  expect([...(await auditCounters(db)), ...(await auditFigures(db)), ...(await auditDoor(db))]).toEqual([]);
});

describe("a call with two HTTP methods", () => {
  const names = (Object.keys(verdicts) as CallName[]).filter(
    (name) => (calls[name] as Call).alsoBy !== undefined,
  );

  test.each(names)("the second method of a call refuses the same callers: %s", async (name) => {
    const { query = {} } = samples[name];
    for (const who of allCallers.filter((one) => verdicts[name][one] !== "ok")) {
      const token = await tokenOf(app, world, who);
      const reply = await app.http.inject({
        method: (calls[name] as Call).alsoBy!,
        url: `/api/${name}`,
        payload: query,
        headers: token === undefined ? {} : { authorization: token },
      });
      expect(reply.json().code, who).toBe(verdicts[name][who]);
    }
  });

  test.each(names)("the second method of a call reads its parameters from the body: %s", async (name) => {
    const isOfSudo = (calls[name] as Call).access === "sudo";
    const headers = { authorization: isOfSudo ? world.tokens.sudo : world.tokens.admin };
    const method = (calls[name] as Call).alsoBy!;
    // With an empty body, a DELETE reads its parameters from the address; a POST never does.
    const inAddress = method === "DELETE" ? {} : (samples[name].query ?? {});
    const query = new URLSearchParams(Object.entries(inAddress).map(([k, v]) => [k, String(v)]));
    const reply = await app.http.inject({ method, url: `/api/${name}?${query}`, payload: {}, headers });
    expect([reply.statusCode, reply.json().code]).toEqual([400, "invalidInput"]);
  });

  test("a HEAD request does not run a call that changes something", async () => {
    for (const name of Object.keys(verdicts) as CallName[]) {
      if ((calls[name] as Call).kind === "read") continue;
      const reply = await app.http.inject({ method: "HEAD", url: `/api/${name}` });
      expect(reply.statusCode, name).toBe(405);
    }
  });
});

test("the verdict for visitors agrees with the access that each call declares", () => {
  for (const [name, row] of Object.entries(verdicts) as [CallName, Record<Who, Verdict>][]) {
    const { access }: Call = calls[name];
    const asDeclared = access === "public" ? "ok" : "notSignedIn";
    expect(row.visitor, name).toBe(asDeclared);
  }
});

test("a helper's link opens only the door: for other calls the helper is a visitor", () => {
  for (const [name, row] of Object.entries(verdicts) as [CallName, Record<Who, Verdict>][]) {
    const { access }: Call = calls[name];
    if (access === "door") continue;
    const asVisitor = access === "public" ? "ok" : "notSignedIn";
    // The first caller uses up a link that works once.
    const expected = access === "public" && row["own admin"] === "notFound" ? "notFound" : asVisitor;
    for (const who of helpers) expect(row[who], `${name} for ${who}`).toBe(expected);
  }
});
