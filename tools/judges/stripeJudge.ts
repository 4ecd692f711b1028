// Stripe's own mock refuses calls and parameters that are not in Stripe's specification.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { currencyCodes } from "../../contract/rules/money/currencies.ts";
import type { IntentRequest } from "../../server/payments/provider.ts";
import { createStripeProvider } from "../../server/payments/stripe.ts";
import type { CheckOutcome } from "../checks/check.ts";
import { goModule, goProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";
import { stripeMockModule } from "./stripeMock.ts";

export const stripeJudge: Judge = {
  name: "stripe",
  install: () => goModule(stripeMockModule),
  run: () => judge({}),
  // Adds a parameter that Stripe does not know to every call.
  control: () => judge({ added: "colour=red" }),
};

const webhookSecret = "whsec_judge";
const installation = "00000000-0000-4000-8000-000000000000";

const expectedCalls = [
  "POST /v1/payment_intents",
  "GET /v1/payment_intents/:id",
  "POST /v1/payment_intents/:id/cancel",
  "POST /v1/refunds",
  "GET /v1/refunds",
  "GET /v1/disputes",
  "GET /v1/events",
];

async function judge({ added = "" }: { added?: string }): Promise<CheckOutcome> {
  const mock = await startMock();
  const proxy = await openProxy(mock.url, added);
  try {
    return await makeAllCalls(proxy);
  } finally {
    proxy.server.closeAllConnections();
    proxy.server.close();
    mock.child.kill();
  }
}

async function makeAllCalls({ url, answered }: MockProxy): Promise<CheckOutcome> {
  const provider = createStripeProvider({
    secretKey: "sk_test_judge",
    publishableKey: "pk_test_judge",
    webhookSecrets: [webhookSecret],
    apiBase: url,
    installation,
    clock: () => new Date(),
  });
  const request: IntentRequest = {
    paymentId: 7,
    openedAt: new Date(),
    amount: 2500,
    currency: "eur",
    description: "Summer party, order F-7",
    statementSuffix: "SUMMER",
    metadata: { orderNumber: "F-7" },
  };
  const refund = { providerRef: "pi_1", paymentId: 7, amount: 2500, refusals: 0, reason: "late payment" };
  const calls: [name: string, () => Promise<unknown>][] = [
    ...currencyCodes.map((currency): [string, () => Promise<unknown>] => [
      `createIntent in ${currency}`,
      () => provider.createIntent({ ...request, currency }),
    ]),
    ["createIntent without a suffix", () => provider.createIntent({ ...request, statementSuffix: null })],
    ["retrieve", () => provider.retrieve("pi_1")],
    ["cancel", () => provider.cancel("pi_1")],
    ["refund to a card", () => provider.refund({ ...refund, buyerEmail: null })],
    ["refund to a bank account", () => provider.refund({ ...refund, buyerEmail: "ana@example.org" })],
    ["checkKey", async () => provider.checkKey?.()],
    ["eventsSince", () => provider.eventsSince(new Date(0))],
    ["readWebhook", async () => readEvents(url, provider.readWebhook)],
  ];
  const failures: string[] = [];
  for (const [name, call] of calls) {
    try {
      await call();
    } catch (error) {
      failures.push(`${name}: ${messageOf(error)}`);
    }
  }
  for (const call of expectedCalls)
    if (!answered.has(call)) failures.push(`${call} was never answered with 200`);
  return { passed: calls.length + expectedCalls.length - failures.length, failures };
}

async function readEvents(
  url: string,
  read: ReturnType<typeof createStripeProvider>["readWebhook"],
): Promise<void> {
  const headers = { authorization: "Bearer sk_test_judge" };
  const response = await fetch(`${url}/v1/events`, { headers });
  const { data } = (await response.json()) as { data?: unknown[] };
  if (data === undefined || data.length === 0) throw new Error("stripe-mock shows no event");
  for (const event of data) {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    read(Buffer.from(payload), { "stripe-signature": signature });
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function startMock(): Promise<{ url: string; child: ChildProcess }> {
  // Without an HTTPS address the mock would listen on all interfaces.
  const addresses = ["-http-addr", "127.0.0.1:0", "-https-addr", "127.0.0.1:0"];
  const child = spawn(goProgram(stripeMockModule), addresses);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const onOutput = (text: Buffer) => {
      output += text.toString();
      const match = /HTTP at address: (127\.0\.0\.1:\d+)/.exec(output);
      if (match !== null) resolve(`http://${match[1]}`);
    };
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`stripe-mock ended with code ${code}: ${output}`)));
  });
  return { url, child };
}

interface MockProxy {
  url: string;
  server: Server;
  /** The calls that the mock answered with 200. */
  answered: Set<string>;
}

/**
 * Opens a proxy that records the mock's successful calls, and adds `added` to each request. The mock keeps no state, so
 * the proxy gives each intent that is read a dispute, a payment by PromptPay and further refunds. Otherwise our code
 * would not list refunds and disputes.
 */
async function openProxy(mockUrl: string, added: string): Promise<MockProxy> {
  const answered = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    forward(incoming, mockUrl, added).then(
      ({ status, body }) => {
        if (status === 200) answered.add(callOf(incoming));
        outgoing.writeHead(status, { "content-type": "application/json" }).end(body);
      },
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, answered };
}

function callOf({ method, url = "" }: IncomingMessage): string {
  return `${method} ${url.split("?")[0]!.replace(/\/pi_\w+/, "/:id")}`;
}

async function forward(incoming: IncomingMessage, mockUrl: string, added: string) {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const isPost = incoming.method === "POST";
  const withAdded = (text: string, separator: string) =>
    added === "" ? text : `${text}${text === "" || text.endsWith(separator) ? "" : separator}${added}`;
  const address = `${mockUrl}${incoming.url}`;
  const { authorization = "", "stripe-version": version } = incoming.headers;
  const response = await fetch(isPost ? address : withAdded(address, address.includes("?") ? "&" : "?"), {
    method: incoming.method ?? "GET",
    headers: {
      authorization,
      ...(typeof version === "string" ? { "stripe-version": version } : {}),
      ...(isPost ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    },
    ...(isPost ? { body: withAdded(body, "&") } : {}),
  });
  const reply = await response.text();
  return {
    status: response.status,
    body: callOf(incoming).startsWith("GET /v1/payment_intents/") ? withDisputedCharge(reply) : reply,
  };
}

function withDisputedCharge(reply: string): string {
  const intent = JSON.parse(reply) as { latest_charge?: unknown };
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : {};
  intent.latest_charge = {
    ...charge,
    object: "charge",
    disputed: true,
    payment_method_details: { type: "promptpay" },
    refunds: { object: "list", data: [], has_more: true, url: "/v1/refunds" },
  };
  return JSON.stringify(intent);
}
