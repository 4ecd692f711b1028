// What has the operator asked for?
// Invariant: what readConfig returns is whole and checked, or it throws with everything that is wrong at once.
// Nothing else reads the environment's settings.
import { isIP } from "node:net";
import { resolve } from "node:path";
import { emailPattern } from "../contract/rules/email.ts";
import { StartProblem } from "./startProblem.ts";

export type Config = {
  production: boolean;
  /** 0 means any free one. */
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Null: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null;
  /** Where visitors find Foyer, without a slash at the end. */
  publicUrl: string;
  /** Other origins whose pages may call the API. */
  corsOrigins: string[];
  paymentProvider: "stripe" | "test";
  /** Never null while `paymentProvider` is "stripe". */
  stripe: StripeConfig | null;
  /** Null: mails go to files under `dataDir`/outbox. */
  smtpUrl: string | null;
  /** "Name <address>" or an address. */
  mailFrom: string;
  /** Proxies in front whose X-Forwarded-For is believed: none, how many, or which. */
  trustProxy: false | number | string[];
};

export type StripeConfig = {
  secretKey: string;
  publishableKey: string;
  /** Two while one is being replaced. */
  webhookSecrets: string[];
  /** Null: Stripe itself. */
  apiBase: string | null;
};

/** Every setting with the README's words for it; a test holds the README to them. */
export const settings = [
  ["PORT", "3000", "Port to listen on; 0 takes any free one"],
  ["HOST", "127.0.0.1, in production 0.0.0.0", "Address to listen on"],
  ["DATA_DIR", "./data", "Folder for the embedded database, images and the outbox"],
  ["DATABASE_URL", "the embedded one", "A PostgreSQL 15 or newer to use instead: postgres://…"],
  [
    "PUBLIC_URL",
    "http://localhost:PORT",
    "Address under which visitors find Foyer, for links in mails and pages",
  ],
  ["CORS_ORIGINS", "none", "Other origins whose pages may call the API, separated by commas"],
  ["STRIPE_SECRET_KEY", "none", "Stripe's secret key: sk_… or rk_…"],
  ["STRIPE_PUBLISHABLE_KEY", "none", "Stripe's publishable key: pk_…"],
  [
    "STRIPE_WEBHOOK_SECRET",
    "none",
    "Signing secret of the webhook: whsec_…; two, separated by a comma, while one is replaced",
  ],
  ["STRIPE_API_BASE", "Stripe's own", "Another host that speaks Stripe's API, for tests"],
  [
    "SMTP_URL",
    "none: mails become files in DATA_DIR/outbox",
    "Mail server: smtp://user:password@host:587 or smtps://…",
  ],
  ["MAIL_FROM", "Foyer <foyer@localhost>", "Sender of all mails; required with SMTP_URL"],
  [
    "PAYMENT_PROVIDER",
    "stripe with Stripe's keys, else test",
    "stripe or test; in production test must be asked for by name",
  ],
  ["TRUST_PROXY", "false", "Proxies in front: how many (true is 1), or their addresses, separated by commas"],
  ["NODE_ENV", "none", "production: no demo world, no development pages"],
] as const satisfies readonly (readonly [name: string, standard: string, means: string])[];

type SettingName = (typeof settings)[number][0];

/** The environment asks for something impossible; `problems` has a sentence for each. */
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
 * The settings in `env`; an empty one counts as not given.
 * @throws ConfigError with a sentence for everything that is wrong.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const given = (name: SettingName): string | null => env[name]?.trim() || null;
  const listed = (name: SettingName): string[] =>
    (given(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  const expect = (name: SettingName, isRight: boolean, wanted: string): void => {
    if (isRight) return;
    // These may carry a password, and what is printed ends in logs.
    const isSecret = name === "DATABASE_URL" || name === "SMTP_URL";
    problems.push(`${name} must be ${wanted}${isSecret ? "" : `, not "${given(name)}"`}.`);
  };

  const production = given("NODE_ENV") === "production";

  const port = Number(given("PORT") ?? 3000);
  expect("PORT", /^\d+$/.test(given("PORT") ?? "0") && port <= 65_535, "a port from 0 to 65535");

  const host = given("HOST") ?? (production ? "0.0.0.0" : "127.0.0.1");
  expect("HOST", /^[A-Za-z0-9.:_-]+$/.test(host), "an address or a host name");

  const databaseUrl = given("DATABASE_URL");
  expect(
    "DATABASE_URL",
    databaseUrl === null || hasScheme(databaseUrl, "postgres:", "postgresql:"),
    "an address like postgres://user:password@host:5432/database",
  );

  const publicUrl = given("PUBLIC_URL")?.replace(/\/$/, "") ?? `http://${shownHost(host)}:${port}`;
  expect(
    "PUBLIC_URL",
    given("PUBLIC_URL") === null || isOrigin(publicUrl),
    "an address like https://tickets.example.org, without a path",
  );

  const corsOrigins = listed("CORS_ORIGINS");
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
    problems.push("MAIL_FROM is missing: with SMTP_URL mails leave this machine, and need a sender.");
  expect("MAIL_FROM", given("MAIL_FROM") === null || isSender(mailFrom), "like Foyer <tickets@example.org>");

  const trusted = listed("TRUST_PROXY");
  const trustProxy = proxiesOf(trusted);
  expect(
    "TRUST_PROXY",
    trustProxy !== null,
    "false, true for one proxy, the number of proxies, or their addresses separated by commas",
  );

  const stripe = readStripe();
  const namedProvider = given("PAYMENT_PROVIDER");
  const paymentProvider = namedProvider === "stripe" || namedProvider === "test" ? namedProvider : null;
  expect("PAYMENT_PROVIDER", namedProvider === null || paymentProvider !== null, "stripe or test");
  const hasStripe = given("STRIPE_SECRET_KEY") !== null;
  if (paymentProvider === "stripe" && !hasStripe)
    problems.push("PAYMENT_PROVIDER is stripe, but STRIPE_SECRET_KEY is missing.");
  if (production && namedProvider === null && !hasStripe)
    problems.push(
      "In production payments need Stripe's keys. For the built-in test provider, which takes no money, set PAYMENT_PROVIDER=test.",
    );

  if (problems.length > 0) throw new ConfigError(problems);
  return {
    production,
    port,
    host,
    dataDir: resolve(given("DATA_DIR") ?? "data"),
    databaseUrl,
    publicUrl,
    corsOrigins,
    paymentProvider: paymentProvider ?? (stripe ? "stripe" : "test"),
    stripe,
    smtpUrl,
    mailFrom,
    trustProxy: trustProxy ?? false,
  };

  function readStripe(): StripeConfig | null {
    const secretKey = given("STRIPE_SECRET_KEY");
    const publishableKey = given("STRIPE_PUBLISHABLE_KEY");
    const webhookSecrets = listed("STRIPE_WEBHOOK_SECRET");
    const apiBase = given("STRIPE_API_BASE")?.replace(/\/$/, "") ?? null;
    const parts = [
      ["STRIPE_SECRET_KEY", secretKey !== null],
      ["STRIPE_PUBLISHABLE_KEY", publishableKey !== null],
      ["STRIPE_WEBHOOK_SECRET", webhookSecrets.length > 0],
    ] as const;
    if (parts.some(([, isGiven]) => isGiven) || apiBase !== null)
      for (const [name, isGiven] of parts)
        if (!isGiven)
          problems.push(
            `${name} is missing: Stripe needs its secret key, publishable key and webhook secret.`,
          );

    // Keys are not repeated in what is printed, as other settings are.
    const mustBegin = (name: SettingName, values: string[], prefixes: string[]): void => {
      if (!values.every((value) => prefixes.some((prefix) => value.startsWith(prefix))))
        problems.push(`${name} must begin with ${prefixes.join(" or ")}.`);
    };
    if (secretKey) mustBegin("STRIPE_SECRET_KEY", [secretKey], ["sk_", "rk_"]);
    if (publishableKey) mustBegin("STRIPE_PUBLISHABLE_KEY", [publishableKey], ["pk_"]);
    mustBegin("STRIPE_WEBHOOK_SECRET", webhookSecrets, ["whsec_"]);
    if (secretKey && publishableKey && modeOf(secretKey) !== modeOf(publishableKey))
      problems.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live or both be for tests.");
    expect(
      "STRIPE_API_BASE",
      apiBase === null || isOrigin(apiBase),
      "an address like http://127.0.0.1:12111",
    );
    return secretKey && publishableKey ? { secretKey, publishableKey, webhookSecrets, apiBase } : null;
  }
}

function hasScheme(text: string, ...schemes: string[]): boolean {
  const url = URL.parse(text);
  return url !== null && schemes.includes(url.protocol);
}

function isOrigin(text: string): boolean {
  return hasScheme(text, "http:", "https:") && URL.parse(text)?.origin === text.toLowerCase();
}

function isSender(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text;
  return emailPattern.test(address);
}

function proxiesOf(listed: string[]): false | number | string[] | null {
  const [first = "false"] = listed;
  if (listed.length <= 1) {
    if (first === "false" || first === "0") return false;
    if (first === "true") return 1;
    if (/^\d{1,2}$/.test(first)) return Number(first);
  }
  return listed.every((address) => isIP(address.replace(/\/\d{1,3}$/, "")) !== 0) ? listed : null;
}

/** Stripe's keys say in their second part what they are for: sk_live_… */
function modeOf(key: string): string | undefined {
  return key.split("_")[1];
}

/** An address for every interface is none that a browser can open. */
function shownHost(host: string): string {
  if (["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host)) return "localhost";
  return isIP(host) === 6 ? `[${host}]` : host;
}
