import { isOrigin } from "./addresses.ts";
import type { Environment } from "./environment.ts";
import type { ConfigName } from "./settings.ts";

export type StripeConfig = {
  secretKey: string;
  publishableKey: string;
  /** Two while one is being replaced. */
  webhookSecrets: string[];
  /** Null means Stripe itself. */
  apiBase: string | null;
  /** The limit of one node, on average (server/payments/pace.ts). */
  requestsPerSecond: number;
};

/** Stripe's limit for a sandbox account, and for one endpoint in live mode (docs.stripe.com/rate-limits). */
const standardPerSecond = 25;

/** Reads the settings of Stripe. Null without the secret or the publishable key. */
export function readStripe({ given, listed, expect, complain }: Environment): StripeConfig | null {
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
        complain(`${name} is missing: Stripe needs its secret key, publishable key and webhook secret.`);

  // Keys are secret: the message does not repeat them.
  const requirePrefix = (name: ConfigName, values: string[], prefixes: string[]): void => {
    if (!values.every((value) => prefixes.some((prefix) => value.startsWith(prefix))))
      complain(`${name} must begin with ${prefixes.join(" or ")}.`);
  };
  if (secretKey) requirePrefix("STRIPE_SECRET_KEY", [secretKey], ["sk_", "rk_"]);
  if (publishableKey) requirePrefix("STRIPE_PUBLISHABLE_KEY", [publishableKey], ["pk_"]);
  requirePrefix("STRIPE_WEBHOOK_SECRET", webhookSecrets, ["whsec_"]);
  if (secretKey && publishableKey && modeOf(secretKey) !== modeOf(publishableKey))
    complain("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live or both be for tests.");
  expect("STRIPE_API_BASE", apiBase === null || isOrigin(apiBase), "an address like http://127.0.0.1:12111");
  const perSecond = given("STRIPE_REQUESTS_PER_SECOND") ?? String(standardPerSecond);
  expect("STRIPE_REQUESTS_PER_SECOND", /^[1-9]\d{0,5}$/.test(perSecond), "a number from 1 to 999999");
  return secretKey && publishableKey
    ? { secretKey, publishableKey, webhookSecrets, apiBase, requestsPerSecond: Number(perSecond) }
    : null;
}

/** The mode in a key such as sk_live_… */
function modeOf(key: string): string | undefined {
  return key.split("_")[1];
}
