import { expect } from "vitest";
import type { CallName, PayloadOf } from "../../contract/all.ts";
import { calls } from "../../contract/all.ts";
import type { Call, Code } from "../../contract/endpoint.ts";
import { refusalPayloads, refusalsOf } from "../../contract/refusals.ts";
import { type AppParts, type AppWithCheckout, buildApp } from "../app.ts";
import { limitOf } from "../http/limits.ts";
import { callsWithToken } from "../http/openapi/openapiDocument.ts";
import type { Timeouts } from "../http/timeouts.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { createTestProvider } from "../payments/testProvider.ts";
import { testSecretBox } from "./accounts.ts";
import { type TestDatabase, testDatabase } from "./database.ts";

export interface TestReply<N extends CallName> {
  status: number;
  code?: Code;
  msg: string | null;
  payload: PayloadOf<N>;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface TestRequest {
  query?: Record<string, unknown>;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

export interface TestApp extends AppWithCheckout {
  database: TestDatabase;
  /** A test can set the app's time. */
  time: { now: Date };
  /** Other nodes and fakes, which `close` closes too. */
  others: { close(): Promise<void> }[];
  ask<N extends CallName>(name: N, sent?: TestRequest): Promise<TestReply<N>>;
  close(): Promise<void>;
}

/** Builds the app, by default with the test provider and without rate limits. */
export async function testApp(
  options: {
    max?: number;
    watchesLocks?: boolean;
    provider?: (database: TestDatabase, clock: () => Date) => PaymentProvider;
    limited?: boolean;
    timeouts?: Timeouts;
    trustProxy?: AppParts["trustProxy"];
    corsOrigins?: string[];
    approvesFirstEvents?: boolean;
  } = {},
): Promise<TestApp> {
  const { max = 20, watchesLocks = false } = options;
  const database = await testDatabase({ max, watchesLocks });
  const time = { now: new Date() };
  const clock = () => time.now;
  const provider = options.provider?.(database, clock) ?? createTestProvider(database.db, clock);
  const app = await buildApp({
    db: database.db,
    provider,
    secretBox: testSecretBox,
    publicUrl: "http://foyer.test",
    dataDir: "/nonexistent",
    corsOrigins: options.corsOrigins ?? [],
    trustProxy: options.trustProxy ?? false,
    log: false,
    clock,
    limited: options.limited ?? false,
    approvesFirstEvents: options.approvesFirstEvents ?? false,
    pretix: { mayAskLoopback: true },
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
  });
  const others: TestApp["others"] = [];
  return {
    ...app,
    database,
    time,
    others,
    ask: (name, sent) => ask(app, name, sent),
    close: async () => {
      for (const other of others) await other.close();
      await app.http.close();
      await database.close();
    },
  };
}

/** Makes a call, and checks that its reply is as declared. */
export async function ask<N extends CallName>(
  app: Pick<AppWithCheckout, "http">,
  name: N,
  sent: TestRequest = {},
): Promise<TestReply<N>> {
  const response = await app.http.inject({
    method: calls[name].method,
    url: `/api/${name}`,
    query: Object.fromEntries(Object.entries(sent.query ?? {}).map(([key, value]) => [key, String(value)])),
    headers: { ...sent.headers, ...(sent.token === undefined ? {} : { authorization: sent.token }) },
    ...(sent.body === undefined ? {} : { payload: sent.body as object }),
  });
  const body = response.json() as Pick<TestReply<N>, "msg" | "code" | "payload">;
  // The server filters replies by their schemas, but does not check the types.
  if (response.statusCode === 200) calls[name].payload.parse(body.payload);
  if (response.headers.authorization !== undefined) expect(callsWithToken).toContain(name);
  if (body.code !== undefined) checkRefusal(calls[name], name, body.code, body.payload);
  return { status: response.statusCode, headers: response.headers, ...body };
}

function checkRefusal(call: Call, name: CallName, code: Code, payload: unknown): void {
  const isLimit = code === "tooMany" && limitOf(name).rateLimit !== false;
  if (!isLimit && !refusalsOf(call).includes(code))
    throw new Error(`${name} answers ${code}, which its declaration lacks: add it to \`refuses\`.`);
  const schema = refusalPayloads[code];
  if (schema === undefined) expect(payload, `${name} ${code}`).toBeUndefined();
  else expect(schema.parse(payload), `${name} ${code}`).toEqual(payload);
}
