/** A route that does not pass the Idempotency-Key to `once` (server/db/idempotency.ts) would act twice. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "../../contract/all.ts";
import type { Call } from "../../contract/endpoint.ts";
import { type TestApp, type TestRequest, testApp } from "../../server/testing/app.ts";
import { samplesOf } from "../../server/testing/samples.ts";
import { buildWorld, type World } from "../../server/testing/world.ts";
import { allCallers, tokenOf } from "./identities.ts";
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

const keyed = (Object.keys(calls) as CallName[]).filter((name) => (calls[name] as Call).idempotent === true);

describe.each(keyed)("%s", (name) => {
  test(`${name} stores its Idempotency-Key unless it is a dry run, and a repeated request succeeds too`, async () => {
    const who = allCallers.find((one) => verdicts[name][one] === "ok")!;
    const token = await tokenOf(app, world, who);
    const key = `repeated-${name.replace("/", "-")}`;
    const request = {
      ...samples[name],
      headers: { ...samples[name].headers, "idempotency-key": key },
      ...(token !== undefined && { token }),
    };
    expect(await app.ask(name, request)).toMatchObject({ status: 200 });
    const stored = await app.database.db
      .selectFrom("idempotency_keys")
      .select("call")
      .where("key", "=", key)
      .execute();
    const isDryRun = (request.body as { dryRun?: boolean } | undefined)?.dryRun === true;
    expect(stored.map(({ call }) => call).includes(name)).toBe(!isDryRun);
    expect(await app.ask(name, request)).toMatchObject({ status: 200 });
  });
});
