/** The steps of buying (ARCHITECTURE.md, "The purchase"). */
import type { BodyOf, PayloadOf, QueryOf } from "../../contract/all.ts";
import { createBatcher, createTurns } from "../batcher.ts";
import type { Idempotency } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { DomainError } from "../domainError.ts";
import type { HoldReply, ReserveRequest } from "../holds/reservation.ts";
import { reserveAll } from "../holds/reserve.ts";
import { rememberIntentClient } from "../payments/intentClients.ts";
import type { PaymentProvider, WebhookEvent } from "../payments/provider.ts";
import { refundLate } from "../refunds/refundLate.ts";
import { confirmPayment, openStartedPayments, paymentOutcome } from "./confirmPayment.ts";
import { requireBuyerNotPaused, requireNotPaused } from "./declines.ts";
import { createEndOverdue } from "./endHoldsWithoutPayment.ts";
import { extendHold } from "./extendHold.ts";
import { catchUp, followEvent } from "./followEvents.ts";
import { makeRefunds } from "./makeRefunds.ts";
import { createPlaceOrder } from "./placeOrder.ts";
import { purchaseExtras } from "./purchaseExtras.ts";
import { releaseHold } from "./releaseHold.ts";
import { createSavePeople } from "./savePeople.ts";
import { createSettle } from "./settle.ts";
import { openSoldOut } from "./soldOut.ts";
import { createSponsorship, sponsoredOrder, startSponsorshipPayment } from "./sponsor.ts";
import { createStartPayment } from "./startPayment.ts";
import { type SweepResult, sweep } from "./sweep.ts";
import { openTicketFacts } from "./ticketFacts.ts";

export interface Checkout {
  /** Resolves when the hold is committed. */
  hold(request: ReserveRequest): Promise<PayloadOf<"registration/initRegistration">>;
  /** Holds places, saves the people and places the order. */
  express(request: ReserveRequest): Promise<PayloadOf<"registration/express">>;
  savePeople(body: BodyOf<"registration/save">): Promise<PayloadOf<"registration/save">>;
  extendHold(
    body: BodyOf<"registration/extendHold">,
    idempotency: Idempotency | null,
  ): Promise<PayloadOf<"registration/extendHold">>;
  releaseHold(body: BodyOf<"registration/releaseHold">): Promise<PayloadOf<"registration/releaseHold">>;
  placeOrder(
    body: BodyOf<"order/createOrder">,
    idempotency: Idempotency | null,
  ): Promise<PayloadOf<"order/createOrder">>;
  /** Buys extras for a registration that has its tickets. */
  purchaseExtras(
    body: BodyOf<"extras/purchaseExtras">,
    idempotency: Idempotency | null,
    client: string | null,
  ): Promise<PayloadOf<"extras/purchaseExtras">>;
  /** Orders a sponsor's package, or a donation. */
  createSponsorship(
    body: BodyOf<"sponsorship/create">,
    idempotency: Idempotency | null,
    client: string | null,
  ): Promise<PayloadOf<"sponsorship/create">>;
  startSponsorshipPayment(
    body: BodyOf<"sponsorship/createSponsorshipPaymentIntent">,
    idempotency: Idempotency | null,
    client: string | null,
  ): Promise<PayloadOf<"sponsorship/createSponsorshipPaymentIntent">>;
  startPayment(
    body: BodyOf<"stripe/create-payment-intent">,
    idempotency: Idempotency | null,
    client: string | null,
  ): Promise<PayloadOf<"stripe/create-payment-intent">>;
  confirmPayment(
    body: BodyOf<"stripe/confirm-payment">,
    idempotency: Idempotency | null,
    client: string | null,
  ): Promise<PayloadOf<"stripe/confirm-payment">>;
  outcomeOf(
    query: QueryOf<"stripe/get-registration-from-payment">,
  ): Promise<PayloadOf<"stripe/get-registration-from-payment">>;
  /** Handles a webhook. Its signature must be verified. */
  follow(delivery: WebhookEvent): Promise<void>;
  /** Handles events whose delivery is missing. */
  catchUp(): Promise<void>;
  /** Refunds money that came late or twice. */
  refundLate(paymentId: number): Promise<void>;
  makeRefunds(orderId: number): Promise<void>;
  /** Concurrent calls on a node share one sweep. */
  sweep(): Promise<SweepResult>;
}

/** Opens the checkout of one node. */
export function openCheckout({
  db,
  provider,
  clock,
}: {
  db: Db;
  provider: PaymentProvider;
  clock: () => Date;
}): Checkout {
  // No buyer waits for these calls, so they may queue behind those of buyers.
  const forJobs = provider.forJobs ?? provider;
  let currentSweep: Promise<SweepResult> | undefined;
  // Batches of holds and of settlements take turns on a node, because they lock the same rows. So do those of saved
  // people, orders and started payments.
  const placeTurns = createTurns();
  const registrationTurns = createTurns();
  const reserve = createBatcher<ReserveRequest, HoldReply>(
    (requests) => inTransaction(db, (tx) => reserveAll(tx, requests, { now: clock() })),
    { concernsAll: isUnavailable, inTurn: placeTurns },
  );
  const endOverdue = createEndOverdue(db, clock);
  const soldOut = openSoldOut(db, { clock, endOverdue });
  const savePeople = createSavePeople(db, registrationTurns);
  const placeOrder = createPlaceOrder(db, registrationTurns);
  const startPayment = createStartPayment(db, provider, registrationTurns);
  const settle = createSettle(db, placeTurns);
  const confirmParts = {
    db,
    provider,
    settle,
    findStarted: openStartedPayments(db, provider.name),
    factsOf: openTicketFacts(db),
  };
  const reservePlaces = async <R extends HoldReply>(request: ReserveRequest): Promise<R> => {
    const refused = await soldOut.refusal(request);
    if (refused !== null) throw refused;
    try {
      return (await reserve(request)) as R;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      soldOut.learn(request, error);
      // Ending overdue holds may return a place. For `tooMany`, overdue holds still count as the client's unpaid places.
      const lacksPlaces = ["soldOut", "notEnoughLeft", "tooMany"].includes(error.code);
      if (!lacksPlaces || (await endOverdue(request.wish.eventId)) === 0) throw error;
      return (await reserve(request)) as R;
    }
  };
  /** Starts a payment unless the payer is paused, and remembers the client. A null `client` is not limited. */
  const startCounted = async <R extends { paymentIntentId: string }>(
    client: string | null,
    orderOf: () => Promise<{ orderId: number; accessKey: string } | null>,
    start: () => Promise<R>,
  ): Promise<R> => {
    if (client === null) return start();
    const order = await orderOf();
    if (order !== null) await requireNotPaused(db, { ...order, client }, clock());
    const started = await start();
    await rememberIntentClient(db, started.paymentIntentId, client, clock());
    return started;
  };
  return {
    hold: reservePlaces,
    express: reservePlaces,
    savePeople: (body) => savePeople({ body, now: clock() }),
    extendHold: (body, idempotency) => extendHold(db, body, { idempotency, now: clock() }),
    releaseHold: (body) => releaseHold(db, provider, body, clock()),
    placeOrder: (body, idempotency) => placeOrder({ body, idempotency, now: clock() }),
    purchaseExtras: (body, idempotency, client) =>
      purchaseExtras(
        db,
        {
          provider,
          ...(client !== null && {
            requireNotPaused: (registration) => requireBuyerNotPaused(db, { registration, client }, clock()),
          }),
          startPayment: (request) =>
            startCounted(
              client,
              async () => request.body,
              () => startPayment(request),
            ),
        },
        body,
        { idempotency, now: clock() },
      ),
    createSponsorship: (body, idempotency, client) =>
      createSponsorship(db, body, { idempotency, now: clock(), client }),
    startSponsorshipPayment: (body, idempotency, client) =>
      startCounted(
        client,
        () => sponsoredOrder(db, body),
        () => startSponsorshipPayment(db, startPayment, body, { idempotency, now: clock() }),
      ),
    startPayment: (body, idempotency, client) =>
      startCounted(
        client,
        async () => body,
        () => startPayment({ body, idempotency, now: clock() }),
      ),
    confirmPayment: (body, idempotency, client) =>
      confirmPayment(confirmParts, body, { idempotency, now: clock(), client }),
    outcomeOf: (query) => paymentOutcome(confirmParts, query, clock()),
    follow: (delivery) => followEvent({ db, provider: forJobs, settle }, delivery, clock()),
    catchUp: () => catchUp({ db, provider: forJobs, settle }, clock()),
    refundLate: (paymentId) => refundLate(db, forJobs, paymentId),
    makeRefunds: (orderId) => makeRefunds(db, forJobs, orderId, { now: clock() }),
    sweep() {
      currentSweep ??= sweep(db, forJobs, clock()).finally(() => {
        currentSweep = undefined;
      });
      return currentSweep;
    },
  };
}
