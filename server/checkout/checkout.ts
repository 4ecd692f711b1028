/**
 * The story from wish to ticket: hold → people → order → pay → settle → tickets out. Provider calls are made outside
 * transactions; every step may be repeated. One batcher a node takes the places (ARCHITECTURE.md, "The engine").
 */
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
import { confirmPayment, openBegunPayments, paymentOutcome } from "./confirmPayment.ts";
import { mustNotBePaused } from "./declines.ts";
import { endFreeHolds } from "./endFreeHolds.ts";
import { catchUp, followEvent } from "./followEvents.ts";
import { makeRefunds } from "./makeRefunds.ts";
import { openPlacing } from "./placeOrder.ts";
import { purchaseExtras } from "./purchaseExtras.ts";
import { releaseHold } from "./releaseHold.ts";
import { openNaming } from "./savePeople.ts";
import { openSettling } from "./settle.ts";
import { openSoldOut } from "./soldOut.ts";
import { createSponsorship, sponsoredOrder, startSponsorshipPayment } from "./sponsor.ts";
import { openStarting } from "./startPayment.ts";
import { type Swept, sweep } from "./sweep.ts";
import { openTicketFacts } from "./ticketFacts.ts";

/** The verbs of buying. */
export interface Checkout {
  /** Takes places; resolves when they are held for good, rejects with why not. */
  hold(request: ReserveRequest): Promise<PayloadOf<"registration/initRegistration">>;
  /** Takes places, names people and orders in one step. */
  express(request: ReserveRequest): Promise<PayloadOf<"registration/express">>;
  savePeople(body: BodyOf<"registration/save">): Promise<PayloadOf<"registration/save">>;
  releaseHold(body: BodyOf<"registration/releaseHold">): Promise<PayloadOf<"registration/releaseHold">>;
  placeOrder(
    body: BodyOf<"order/createOrder">,
    idempotency: Idempotency | null,
  ): Promise<PayloadOf<"order/createOrder">>;
  /** Extras for a registration that has its tickets. */
  purchaseExtras(
    body: BodyOf<"extras/purchaseExtras">,
    idempotency: Idempotency | null,
  ): Promise<PayloadOf<"extras/purchaseExtras">>;
  /** A sponsor's package, or a donation. */
  createSponsorship(
    body: BodyOf<"sponsorship/create">,
    idempotency: Idempotency | null,
  ): Promise<PayloadOf<"sponsorship/create">>;
  startSponsorshipPayment(
    body: BodyOf<"sponsorship/createSponsorshipPaymentIntent">,
    idempotency: Idempotency | null,
    client?: string | null,
  ): Promise<PayloadOf<"sponsorship/createSponsorshipPaymentIntent">>;
  startPayment(
    body: BodyOf<"stripe/create-payment-intent">,
    idempotency: Idempotency | null,
    client?: string | null,
  ): Promise<PayloadOf<"stripe/create-payment-intent">>;
  confirmPayment(
    body: BodyOf<"stripe/confirm-payment">,
    idempotency: Idempotency | null,
    client?: string | null,
  ): Promise<PayloadOf<"stripe/confirm-payment">>;
  outcomeOf(
    query: QueryOf<"stripe/get-registration-from-payment">,
  ): Promise<PayloadOf<"stripe/get-registration-from-payment">>;
  /** Follows a webhook whose signature was right. An event about nothing of ours is left alone. */
  follow(delivery: WebhookEvent): Promise<void>;
  /** Follows events whose delivery has not come; run as a job every hour. */
  catchUp(): Promise<void>;
  /** Gives late money back; run as a job. */
  refundLate(paymentId: number): Promise<void>;
  /** Makes the refunds that staff have promised for an order; run as a job. */
  makeRefunds(orderId: number): Promise<void>;
  /** Ends holds, settles forgotten payments, repeats refunds. Sweeps that are asked for at once are one. */
  sweep(): Promise<Swept>;
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
  // Nobody waits in front of a page for these: buyers are asked for first.
  const forJobs = provider.forJobs ?? provider;
  let sweeping: Promise<Swept> | undefined;
  const sweepOnce = (): Promise<Swept> => {
    sweeping ??= sweep(db, forJobs, clock()).finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  };
  // What locks places takes turns on a node, and so does what locks registrations and no places.
  const withPlaces = createTurns();
  const withoutPlaces = createTurns();
  const reserve = createBatcher<ReserveRequest, HoldReply>(
    (requests) => inTransaction(db, (tx) => reserveAll(tx, requests, { now: clock() })),
    { isEverybodys: isUnavailable, inTurn: withPlaces },
  );
  const endFree = endFreeHolds(db, clock);
  const soldOut = openSoldOut(db, { clock, endFree });
  const namePeople = openNaming(db, withoutPlaces);
  const placeOrder = openPlacing(db, withoutPlaces);
  const startPayment = openStarting(db, provider, withoutPlaces);
  const settle = openSettling(db, withPlaces);
  const confirming = {
    db,
    provider,
    settle,
    findBegun: openBegunPayments(db, provider.name),
    factsOf: openTicketFacts(db),
  };
  const take = async <R extends HoldReply>(request: ReserveRequest): Promise<R> => {
    const refused = await soldOut.refusal(request);
    if (refused !== null) throw refused;
    try {
      return (await reserve(request)) as R;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      soldOut.learn(request, error);
      // Somebody goes without a place: look at once whether a hold has ended that still keeps one, and try again.
      const isShort = ["soldOut", "notEnoughLeft", "tooMany"].includes(error.code);
      if (!isShort || (await endFree(request.wish.eventId)) === 0) throw error;
      return (await reserve(request)) as R;
    }
  };
  /** Begins a payment of a client whose declines are counted. */
  const counted = async <R extends { paymentIntentId: string }>(
    client: string | null,
    orderOf: () => Promise<{ orderId: number; accessKey: string } | null>,
    start: () => Promise<R>,
  ): Promise<R> => {
    if (client === null) return start();
    const order = await orderOf();
    if (order !== null) await mustNotBePaused(db, { ...order, client }, clock());
    const started = await start();
    await rememberIntentClient(db, started.paymentIntentId, client, clock());
    return started;
  };
  return {
    hold: (request) => take(request),
    express: (request) => take(request),
    savePeople: (body) => namePeople({ body, now: clock() }),
    releaseHold: (body) => releaseHold(db, provider, body, clock()),
    placeOrder: (body, idempotency) => placeOrder({ body, idempotency, now: clock() }),
    purchaseExtras: (body, idempotency) =>
      purchaseExtras(db, { provider, startPayment }, body, { idempotency, now: clock() }),
    createSponsorship: (body, idempotency) => createSponsorship(db, body, { idempotency, now: clock() }),
    startSponsorshipPayment: (body, idempotency, client = null) =>
      counted(
        client,
        () => sponsoredOrder(db, body),
        () => startSponsorshipPayment(db, startPayment, body, { idempotency, now: clock() }),
      ),
    startPayment: (body, idempotency, client = null) =>
      counted(
        client,
        async () => body,
        () => startPayment({ body, idempotency, now: clock() }),
      ),
    confirmPayment: (body, idempotency, client = null) =>
      confirmPayment(confirming, body, { idempotency, now: clock(), client }),
    outcomeOf: (query) => paymentOutcome(confirming, query, clock()),
    follow: (delivery) => followEvent({ db, provider: forJobs, settle }, delivery, clock()),
    catchUp: () => catchUp({ db, provider: forJobs, settle }, clock()),
    refundLate: (paymentId) => refundLate(db, forJobs, paymentId),
    makeRefunds: (orderId) => makeRefunds(db, forJobs, orderId, { now: clock() }),
    sweep: sweepOnce,
  };
}
