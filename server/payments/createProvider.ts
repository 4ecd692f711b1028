import type { Config } from "../config.ts";
import type { Db } from "../db/pool.ts";
import { withCircuitBreaker } from "./breaker.ts";
import { openRequestQueues, type SendInTurn } from "./pace.ts";
import { installationId } from "./paymentIdInMetadata.ts";
import type { PaymentProvider } from "./provider.ts";
import type { StripeLog } from "./stripeErrors.ts";
import { createTestProvider } from "./testProvider.ts";

/** The configured provider. @throws Error if Stripe has no keys: the test provider must not replace it. */
export async function createProvider(
  config: Pick<Config, "paymentProvider" | "stripe">,
  db: Db,
  { clock = () => new Date(), log }: { clock?: () => Date; log?: StripeLog } = {},
): Promise<PaymentProvider> {
  if (config.paymentProvider === "test") return createTestProvider(db, clock);
  if (config.stripe === null) throw new Error("Payments by Stripe need Stripe's keys");
  // Imported here, because it loads slowly.
  const { createStripeProvider } = await import("./stripe.ts");
  const queues = openRequestQueues({ perSecond: config.stripe.requestsPerSecond });
  const installation = await installationId(db);
  const providerWith = (inTurn: SendInTurn) =>
    createStripeProvider({ ...config.stripe!, installation, clock, log, inTurn });
  return withCircuitBreaker({ ...providerWith(queues.buyers), forJobs: providerWith(queues.jobs) }, clock);
}
