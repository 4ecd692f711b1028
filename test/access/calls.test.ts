/** Asks every call of the contract as everybody: a call fails if its answer differs from its row. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "../../contract/all.ts";
import type { Call } from "../../contract/endpoint.ts";
import { type TestApp, type TestRequest, testApp } from "../../server/testing/app.ts";
import { samplesOf } from "../../server/testing/samples.ts";
import { buildWorld, tokensOf, type World } from "../../server/testing/world.ts";
import { everybodyThereIs, helpers, tokenOf, type Verdict, type Who } from "./identities.ts";
import { verdicts } from "./verdicts.ts";

let app: TestApp;
let world: World;
let samples: Record<CallName, TestRequest>;
beforeAll(async () => {
  app = await testApp();
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

  test.each(everybodyThereIs)("for %s", async (who) => {
    expect(await verdictFor(name, who, samples[name])).toBe(verdicts[name][who]);
  });
});

describe("a call that is offered by two methods", () => {
  const both = (Object.keys(verdicts) as CallName[]).filter(
    (name) => (calls[name] as Call).alsoBy !== undefined,
  );

  test.each(both)("is refused alike by both: %s", async (name) => {
    const { query = {} } = samples[name];
    for (const who of everybodyThereIs.filter((one) => verdicts[name][one] !== "ok")) {
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

  test.each(both)(
    "reads its parameters from the body by the other, and names what is missing: %s",
    async (name) => {
      const isOfSudo = (calls[name] as Call).access === "sudo";
      const headers = { authorization: isOfSudo ? world.tokens.sudo : world.tokens.admin };
      const method = (calls[name] as Call).alsoBy!;
      // A DELETE without a body reads its address; a POST never does.
      const inAddress = method === "DELETE" ? {} : (samples[name].query ?? {});
      const query = new URLSearchParams(Object.entries(inAddress).map(([k, v]) => [k, String(v)]));
      const reply = await app.http.inject({ method, url: `/api/${name}?${query}`, payload: {}, headers });
      expect([reply.statusCode, reply.json().code]).toEqual([400, "invalidInput"]);
    },
  );

  test("is not done by looking whether it is there", async () => {
    for (const name of Object.keys(verdicts) as CallName[]) {
      if ((calls[name] as Call).kind === "read") continue;
      const reply = await app.http.inject({ method: "HEAD", url: `/api/${name}` });
      expect(reply.statusCode, name).toBe(405);
    }
  });
});

test("a call's line agrees with the access it declares", () => {
  for (const [name, line] of Object.entries(verdicts) as [CallName, Record<Who, Verdict>][]) {
    const { access }: Call = calls[name];
    const asDeclared = access === "public" ? "ok" : "notSignedIn";
    expect(line.visitor, name).toBe(asDeclared);
  }
});

test("a helper's link opens the door alone: elsewhere it is nobody's, and a visitor's where all may come", () => {
  for (const [name, line] of Object.entries(verdicts) as [CallName, Record<Who, Verdict>][]) {
    const { access }: Call = calls[name];
    if (access === "door") continue;
    const asVisitor = access === "public" ? "ok" : "notSignedIn";
    // If one caller deletes something, it is gone for all others.
    const expected = access === "public" && line["own admin"] === "notFound" ? "notFound" : asVisitor;
    for (const who of helpers) expect(line[who], `${name} for ${who}`).toBe(expected);
  }
});
