import { resolve } from "node:path";
import { isHttpsAddress, type PolicyUrls } from "../contract/rules/club/policies.ts";
import {
  hasScheme,
  isLoopback,
  isOrigin,
  isSender,
  linkHost,
  originOf,
  proxiesOf,
} from "./config/addresses.ts";
import { openEnvironment } from "./config/environment.ts";
import { findExposedFiles } from "./config/exposedFiles.ts";
import { readServerSecrets } from "./config/serverSecret.ts";
import type { ConfigName } from "./config/settings.ts";
import { readStripe, type StripeConfig } from "./config/stripe.ts";
import { StartProblem } from "./startProblem.ts";

/** The work of a process: answer requests (web), run jobs (worker), or both. */
export type FoyerRole = "all" | "web" | "worker";

export type Config = {
  production: boolean;
  role: FoyerRole;
  /** 0 means any free port. */
  port: number;
  host: string;
  /** An absolute path. */
  dataDir: string;
  /** Null means the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null;
  /** Without a path or a trailing slash. */
  publicUrl: string;
  /** Other origins whose pages may call the API, and to which `backendRedirectUrl` may lead. */
  corsOrigins: string[];
  paymentProvider: "stripe" | "test";
  /** Never null while `paymentProvider` is "stripe". */
  stripe: StripeConfig | null;
  /** Null means that mails go to files under `dataDir`/outbox. */
  smtpUrl: string | null;
  /** "Name <address>" or an address. */
  mailFrom: string;
  /** Proxies whose X-Forwarded-For is trusted: none, their number, or their addresses. */
  trustProxy: false | number | string[];
  /** Keys are derived from them; only the first encrypts. If empty, the secret under `dataDir` is used. */
  serverSecrets: string[];
  /** Digits, with the country code. */
  supportPhone: string | null;
  policies: PolicyUrls;
  /** Whether a club that registers is listed only after the super user has approved one of its events. */
  approvesFirstEvents: boolean;
  apiDocs: boolean;
  allowNewerDatabase: boolean;
  /** Reasons not to run, as sentences. If there is one, tools/start.ts refuses to start. */
  unfit: string[];
};

export class ConfigError extends StartProblem {
  override name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `Foyer cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
    this.problems = problems;
  }
}

/**
 * The settings in `env`; an empty setting counts as missing.
 * @throws ConfigError with a sentence for each problem.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const environment = openEnvironment(env);
  const { given, listed, expect, complain, problems } = environment;

  const production = given("NODE_ENV") === "production";

  const portText = given("PORT") ?? "3000";
  const port = Number(portText);
  expect("PORT", /^\d+$/.test(portText) && port <= 65_535, "a port from 0 to 65535");

  const host = given("HOST") ?? (production ? "0.0.0.0" : "127.0.0.1");
  expect("HOST", /^[A-Za-z0-9.:_-]+$/.test(host), "an address or a host name");

  const databaseUrl = given("DATABASE_URL");
  expect(
    "DATABASE_URL",
    databaseUrl === null || hasScheme(databaseUrl, "postgres:", "postgresql:"),
    "an address like postgres://user:password@host:5432/database",
  );

  const requestedRole = given("FOYER_ROLE") ?? "all";
  const role = requestedRole === "web" || requestedRole === "worker" ? requestedRole : "all";
  expect("FOYER_ROLE", role === requestedRole, "all, web or worker");
  if (role !== "all" && databaseUrl === null)
    complain(`FOYER_ROLE is ${role}, but DATABASE_URL is missing: the embedded database serves one process.`);

  const publicUrl = originOf(given("PUBLIC_URL")?.replace(/\/$/, "") ?? `http://${linkHost(host)}:${port}`);
  expect(
    "PUBLIC_URL",
    given("PUBLIC_URL") === null || isOrigin(publicUrl),
    "an address like https://tickets.example.org, without a path",
  );

  const corsOrigins = listed("CORS_ORIGINS").map(originOf);
  expect(
    "CORS_ORIGINS",
    corsOrigins.every(isOrigin),
    "origins like https://www.example.org, separated by commas",
  );

  const smtpUrl = given("SMTP_URL");
  expect(
    "SMTP_URL",
    smtpUrl === null || (hasScheme(smtpUrl, "smtp:", "smtps:") && URL.parse(smtpUrl)?.hostname !== ""),
    "an address like smtp://user:password@host:587",
  );
  const mailFrom = given("MAIL_FROM") ?? "Foyer <foyer@localhost>";
  if (smtpUrl !== null && given("MAIL_FROM") === null)
    complain("MAIL_FROM is missing: with SMTP_URL mails leave this machine, and need a sender.");
  expect("MAIL_FROM", given("MAIL_FROM") === null || isSender(mailFrom), "like Foyer <tickets@example.org>");

  const trustProxy = proxiesOf(listed("TRUST_PROXY"));
  expect(
    "TRUST_PROXY",
    trustProxy !== null,
    "false, true for one proxy, the number of proxies, or their addresses separated by commas",
  );

  const serverSecrets = readServerSecrets(environment);

  const supportPhone = given("SUPPORT_PHONE")?.replace(/^\+|[\s()./-]/g, "") ?? null;
  expect(
    "SUPPORT_PHONE",
    supportPhone === null || /^[1-9]\d{6,14}$/.test(supportPhone),
    "a phone number with its country code, like +49 40 1234567",
  );
  const policyUrl = (name: ConfigName) => {
    const url = given(name);
    expect(name, url === null || isHttpsAddress(url), "an https address like https://example.org/terms");
    return url;
  };
  const policies = {
    imprintUrl: policyUrl("IMPRINT_URL"),
    privacyUrl: policyUrl("PRIVACY_URL"),
    termsUrl: policyUrl("TERMS_URL"),
    refundPolicyUrl: policyUrl("REFUND_POLICY_URL"),
  };
  const approval = given("APPROVE_FIRST_EVENTS") ?? "off";
  expect("APPROVE_FIRST_EVENTS", approval === "on" || approval === "off", "on or off");
  const apiDocs = given("API_DOCS") ?? (production ? "off" : "on");
  expect("API_DOCS", apiDocs === "on" || apiDocs === "off", "on or off");

  const allowNewer = given("ALLOW_NEWER_DATABASE") ?? "no";
  expect("ALLOW_NEWER_DATABASE", allowNewer === "yes" || allowNewer === "no", "yes or no");

  const stripe = readStripe(environment);
  const requestedProvider = given("PAYMENT_PROVIDER");
  const paymentProvider =
    requestedProvider === "stripe" || requestedProvider === "test" ? requestedProvider : null;
  expect("PAYMENT_PROVIDER", requestedProvider === null || paymentProvider !== null, "stripe or test");
  const hasStripe = given("STRIPE_SECRET_KEY") !== null;
  if (paymentProvider === "stripe" && !hasStripe)
    complain("PAYMENT_PROVIDER is stripe, but STRIPE_SECRET_KEY is missing.");
  if (production && requestedProvider === null && !hasStripe)
    complain(
      "In production payments need Stripe's keys. For the built-in test provider, which takes no money, set PAYMENT_PROVIDER=test.",
    );

  const dataDir = resolve(given("DATA_DIR") ?? "data");
  const unfit = [
    ...unfitSettings({ production, host, publicUrl, isUrlGiven: given("PUBLIC_URL") !== null }),
    ...(production ? findExposedFiles(dataDir) : []),
  ];
  // In production also those in `unfit`: nobody must restart to see the next problem.
  if (problems.length > 0) throw new ConfigError([...problems, ...(production ? unfit : [])]);
  return {
    production,
    role,
    port,
    host,
    dataDir,
    databaseUrl,
    publicUrl,
    corsOrigins,
    paymentProvider: paymentProvider ?? (stripe ? "stripe" : "test"),
    stripe,
    smtpUrl,
    mailFrom,
    trustProxy: trustProxy ?? false,
    serverSecrets,
    supportPhone,
    policies,
    approvesFirstEvents: approval === "on",
    apiDocs: apiDocs === "on",
    allowNewerDatabase: allowNewer === "yes",
    unfit,
  };
}

/** Settings that are each valid, but together expose private data or break links. */
function unfitSettings({
  production,
  host,
  publicUrl,
  isUrlGiven,
}: Pick<Config, "production" | "host" | "publicUrl"> & { isUrlGiven: boolean }): string[] {
  if (production)
    return isUrlGiven
      ? []
      : [
          "PUBLIC_URL is missing: links in mails and pages would lead nowhere. Set the address that visitors use: PUBLIC_URL=https://tickets.example.org",
        ];
  const risk = "the demo's passwords and all mails would be open to everybody";
  return [
    ...(isLoopback(host)
      ? []
      : [
          `HOST=${host} can be reached by others, and this is not production: ${risk}. Set NODE_ENV=production, or HOST=127.0.0.1`,
        ]),
    ...(publicUrl.startsWith("https:")
      ? [
          `PUBLIC_URL=${publicUrl} leads others here, and this is not production: ${risk}. Set NODE_ENV=production, or leave PUBLIC_URL out`,
        ]
      : []),
  ];
}
