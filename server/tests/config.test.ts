import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { settings } from "../config/settings.ts";
import { type Config, ConfigError, readConfig } from "../config.ts";

const keys = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};

test("without settings, everything runs on this machine only", () => {
  expect(readConfig({})).toEqual({
    production: false,
    role: "all",
    port: 3000,
    host: "127.0.0.1",
    dataDir: resolve("data"),
    databaseUrl: null,
    publicUrl: "http://localhost:3000",
    corsOrigins: [],
    paymentProvider: "test",
    stripe: null,
    smtpUrl: null,
    mailFrom: "Foyer <foyer@localhost>",
    trustProxy: false,
    serverSecrets: [],
    supportPhone: null,
    approvesFirstEvents: false,
    policies: { imprintUrl: null, privacyUrl: null, termsUrl: null, refundPolicyUrl: null },
    apiDocs: true,
    allowNewerDatabase: false,
    unfit: [],
  } satisfies Config);
});

test("settings that would open the site to everybody or make links lead nowhere are reported by name", () => {
  const unfit = (env: Record<string, string>) =>
    readConfig({ PAYMENT_PROVIDER: "test", ...env }).unfit.map((sentence) => sentence.split(/[= ]/)[0]);
  expect(unfit({ HOST: "0.0.0.0", PUBLIC_URL: "https://tickets.example.org" })).toEqual([
    "HOST",
    "PUBLIC_URL",
  ]);
  for (const HOST of ["127.0.0.1", "127.1.2.3", "localhost", "::1"]) expect(unfit({ HOST })).toEqual([]);
  expect(unfit({ HOST: "127.0.0.1.example.org" })).toEqual(["HOST"]);
  const production = { NODE_ENV: "production" };
  expect(unfit(production)).toEqual(["PUBLIC_URL"]);
  expect(unfit({ ...production, PUBLIC_URL: "https://tickets.example.org" })).toEqual([]);
});

const accepted: [Record<string, string>, Partial<Config>][] = [
  [{ PORT: "0" }, { port: 0 }],
  [{ PORT: " 8080 " }, { port: 8080, publicUrl: "http://localhost:8080" }],
  [{ PORT: "" }, { port: 3000 }],
  [{ HOST: "192.168.1.5" }, { host: "192.168.1.5", publicUrl: "http://192.168.1.5:3000" }],
  [{ HOST: "fd00::1" }, { publicUrl: "http://[fd00::1]:3000" }],
  [
    { NODE_ENV: "production", PAYMENT_PROVIDER: "test" },
    { production: true, host: "0.0.0.0", paymentProvider: "test" },
  ],
  [{ NODE_ENV: "production", ...keys }, { paymentProvider: "stripe" }],
  [{ DATA_DIR: "/var/lib/foyer" }, { dataDir: "/var/lib/foyer" }],
  [
    { DATABASE_URL: "postgres:///foyer?host=/run/postgresql" },
    { databaseUrl: "postgres:///foyer?host=/run/postgresql" },
  ],
  [{ DATABASE_URL: "postgresql://me@db/foyer" }, { databaseUrl: "postgresql://me@db/foyer" }],
  [{ DATABASE_URL: "postgresql://me@db/foyer", FOYER_ROLE: "web" }, { role: "web" }],
  [{ PUBLIC_URL: "https://tickets.example.org/" }, { publicUrl: "https://tickets.example.org" }],
  [{ PUBLIC_URL: "HTTPS://Tickets.Example.org:8443" }, { publicUrl: "https://tickets.example.org:8443" }],
  [{ HOST: "Gate.local" }, { publicUrl: "http://gate.local:3000" }],
  [{ CORS_ORIGINS: "https://WWW.Example.org" }, { corsOrigins: ["https://www.example.org"] }],
  [
    { CORS_ORIGINS: "https://a.example, http://localhost:5173," },
    { corsOrigins: ["https://a.example", "http://localhost:5173"] },
  ],
  [
    { SMTP_URL: "smtps://u:p@mail.example", MAIL_FROM: "Ärzte & Co <t@example.org>" },
    { smtpUrl: "smtps://u:p@mail.example", mailFrom: "Ärzte & Co <t@example.org>" },
  ],
  [{ MAIL_FROM: "tickets@example.org" }, { mailFrom: "tickets@example.org" }],
  [
    keys,
    {
      paymentProvider: "stripe",
      stripe: {
        secretKey: "sk_test_1",
        publishableKey: "pk_test_1",
        webhookSecrets: ["whsec_1"],
        apiBase: null,
        requestsPerSecond: 25,
      },
    },
  ],
  [{ ...keys, PAYMENT_PROVIDER: "test" }, { paymentProvider: "test" }],
  [
    {
      ...keys,
      STRIPE_WEBHOOK_SECRET: "whsec_1,whsec_2",
      STRIPE_REQUESTS_PER_SECOND: "100",
      STRIPE_API_BASE: "http://127.0.0.1:12111/",
    },
    {
      stripe: {
        secretKey: "sk_test_1",
        publishableKey: "pk_test_1",
        webhookSecrets: ["whsec_1", "whsec_2"],
        apiBase: "http://127.0.0.1:12111",
        requestsPerSecond: 100,
      },
    },
  ],
  [
    { SERVER_SECRET: `${"a".repeat(32)},${"b".repeat(44)}` },
    { serverSecrets: ["a".repeat(32), "b".repeat(44)] },
  ],
  [{ SUPPORT_PHONE: "+49 (40) 123-456 7" }, { supportPhone: "49401234567" }],
  [
    { IMPRINT_URL: "https://foyer.example/imprint", TERMS_URL: "https://foyer.example/terms" },
    { policies: { imprintUrl: "https://foyer.example/imprint", termsUrl: "https://foyer.example/terms" } },
  ],
  [{ NODE_ENV: "production", ...keys }, { apiDocs: false }],
  [{ NODE_ENV: "production", ...keys, API_DOCS: "on" }, { apiDocs: true }],
  [{ API_DOCS: "off" }, { apiDocs: false }],
  [{ APPROVE_FIRST_EVENTS: "on" }, { approvesFirstEvents: true }],
  [{ ALLOW_NEWER_DATABASE: "yes" }, { allowNewerDatabase: true }],
  [{ TRUST_PROXY: "false" }, { trustProxy: false }],
  [{ TRUST_PROXY: "true" }, { trustProxy: 1 }],
  [{ TRUST_PROXY: "2" }, { trustProxy: 2 }],
  [{ TRUST_PROXY: "10.0.0.1, fd00::/8" }, { trustProxy: ["10.0.0.1", "fd00::/8"] }],
];

test.each(accepted)("the settings %o are accepted", (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected);
});

const refused: [Record<string, string>, string][] = [
  [{ PORT: "http" }, 'PORT must be a port from 0 to 65535, not "http".'],
  [{ PORT: "70000" }, 'PORT must be a port from 0 to 65535, not "70000".'],
  [{ PORT: "-1" }, 'PORT must be a port from 0 to 65535, not "-1".'],
  [{ HOST: "not a host" }, 'HOST must be an address or a host name, not "not a host".'],
  [
    { DATABASE_URL: "mysql://db/foyer" },
    "DATABASE_URL must be an address like postgres://user:password@host:5432/database.",
  ],
  [{ FOYER_ROLE: "mails" }, 'FOYER_ROLE must be all, web or worker, not "mails".'],
  [
    { FOYER_ROLE: "worker" },
    "FOYER_ROLE is worker, but DATABASE_URL is missing: the embedded database serves one process.",
  ],
  [
    { PUBLIC_URL: "tickets.example.org" },
    'PUBLIC_URL must be an address like https://tickets.example.org, without a path, not "tickets.example.org".',
  ],
  [
    { PUBLIC_URL: "https://example.org/tickets" },
    'PUBLIC_URL must be an address like https://tickets.example.org, without a path, not "https://example.org/tickets".',
  ],
  [
    { CORS_ORIGINS: "*" },
    'CORS_ORIGINS must be origins like https://www.example.org, separated by commas, not "*".',
  ],
  [
    { SMTP_URL: "mail.example:25", MAIL_FROM: "t@example.org" },
    "SMTP_URL must be an address like smtp://user:password@host:587.",
  ],
  [
    { SMTP_URL: "smtp://mail.example" },
    "MAIL_FROM is missing: with SMTP_URL mails leave this machine, and need a sender.",
  ],
  [{ MAIL_FROM: "nobody" }, 'MAIL_FROM must be like Foyer <tickets@example.org>, not "nobody".'],
  [
    { TRUST_PROXY: "proxy.local" },
    'TRUST_PROXY must be false, true for one proxy, the number of proxies, or their addresses separated by commas, not "proxy.local".',
  ],
  [
    { SERVER_SECRET: "short" },
    "SERVER_SECRET must be random and of at least 32 characters, such as: openssl rand -base64 32.",
  ],
  [
    { SUPPORT_PHONE: "040 1234567" },
    'SUPPORT_PHONE must be a phone number with its country code, like +49 40 1234567, not "040 1234567".',
  ],
  [
    { TERMS_URL: "http://foyer.example/terms" },
    'TERMS_URL must be an https address like https://example.org/terms, not "http://foyer.example/terms".',
  ],
  [{ APPROVE_FIRST_EVENTS: "yes" }, 'APPROVE_FIRST_EVENTS must be on or off, not "yes".'],
  [{ API_DOCS: "yes" }, 'API_DOCS must be on or off, not "yes".'],
  [{ PAYMENT_PROVIDER: "paypal" }, 'PAYMENT_PROVIDER must be stripe or test, not "paypal".'],
  [{ PAYMENT_PROVIDER: "stripe" }, "PAYMENT_PROVIDER is stripe, but STRIPE_SECRET_KEY is missing."],
  [
    { NODE_ENV: "production", PUBLIC_URL: "https://x.example" },
    "In production payments need Stripe's keys. For the built-in test provider, which takes no money, set PAYMENT_PROVIDER=test.",
  ],
  [
    { ...keys, STRIPE_WEBHOOK_SECRET: "" },
    "STRIPE_WEBHOOK_SECRET is missing: Stripe needs its secret key, publishable key and webhook secret.",
  ],
  [{ ...keys, STRIPE_SECRET_KEY: "pk_test_1" }, "STRIPE_SECRET_KEY must begin with sk_ or rk_."],
  [{ ...keys, STRIPE_PUBLISHABLE_KEY: "sk_test_1" }, "STRIPE_PUBLISHABLE_KEY must begin with pk_."],
  [{ ...keys, STRIPE_WEBHOOK_SECRET: "1" }, "STRIPE_WEBHOOK_SECRET must begin with whsec_."],
  [
    { ...keys, STRIPE_SECRET_KEY: "sk_live_1" },
    "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live or both be for tests.",
  ],
  [
    { ...keys, STRIPE_API_BASE: "localhost" },
    'STRIPE_API_BASE must be an address like http://127.0.0.1:12111, not "localhost".',
  ],
];

test.each(refused)("the settings %o are refused with a sentence that says why", (env, sentence) => {
  expect(problemsOf(env)).toEqual([sentence]);
});

test("all wrong settings are reported in one error", () => {
  const env = { PORT: "x", SMTP_URL: "x", STRIPE_SECRET_KEY: "x", PAYMENT_PROVIDER: "x" };
  expect(problemsOf(env).map((problem) => problem.split(" ")[0])).toEqual([
    "PORT",
    "SMTP_URL",
    "MAIL_FROM",
    "STRIPE_PUBLISHABLE_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "STRIPE_SECRET_KEY",
    "PAYMENT_PROVIDER",
  ]);
});

test("in production, wrong settings and files that other users can read are reported in one error", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-open-"));
  try {
    await chmod(folder, 0o755);
    const env = { NODE_ENV: "production", PORT: "x", DATA_DIR: folder };
    expect(problemsOf(env).map((problem) => problem.split(" ").slice(0, 3).join(" "))).toEqual([
      "PORT must be",
      "In production payments",
      "PUBLIC_URL is missing:",
      "Other users of",
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a message about wrong settings does not contain secrets", () => {
  const env = {
    ...keys,
    STRIPE_SECRET_KEY: "hidden1",
    STRIPE_WEBHOOK_SECRET: "hidden2",
    STRIPE_PUBLISHABLE_KEY: "hidden3",
    SERVER_SECRET: "hidden4",
    DATABASE_URL: "mysql://me:hidden5@db/foyer",
    SMTP_URL: "http://me:hidden6@mail.example",
  };
  expect(problemsOf(env).join()).not.toContain("hidden");
});

test("the README has every setting with the same default and description as the server", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  for (const [name, standard, means] of settings)
    expect(readme).toContain(`| \`${name}\` | ${standard} | ${means} |`);
});

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
