/** Who takes the money of this installation? */
import type { Config } from "../config.ts";
import type { Db } from "../db/pool.ts";
import { withBreaker } from "./breaker.ts";
import { openPace, type SendInTurn } from "./pace.ts";
import { installationId } from "./paymentIdInMetadata.ts";
import type { PaymentProvider } from "./provider.ts";
import type { StripeLog } from "./stripeErrors.ts";
import { createTestProvider } from "./testProvider.ts";

/**
 * The provider that the settings name. That the test provider must be asked for by name in production is refused by
 * server/config.ts, with every other wrong setting.
 * @throws Error when Stripe is named without its keys: money must never fall through to a provider that takes none.
 */
export async function createProvider(
  config: Pick<Config, "paymentProvider" | "stripe">,
  db: Db,
  { clock = () => new Date(), log }: { clock?: () => Date; log?: StripeLog } = {},
): Promise<PaymentProvider> {
  if (config.paymentProvider === "test") return createTestProvider(db, clock);
  if (config.stripe === null) throw new Error("Payments by Stripe need Stripe's keys");
  // Its library takes 150 ms to load, and most installations that are tried out have no keys.
  const { createStripeProvider } = await import("./stripe.ts");
  const pace = openPace({ perSecond: config.stripe.requestsPerSecond });
  const installation = await installationId(db);
  const at = (inTurn: SendInTurn) =>
    createStripeProvider({ ...config.stripe!, installation, clock, log, inTurn });
  return withBreaker({ ...at(pace.buyers), forJobs: at(pace.jobs) }, clock);
}
