import Stripe from "stripe";
import type { FakeEvent } from "./book.ts";

export interface DeliveryPlan {
  copies: number;
  shuffle: boolean;
  /** The share of lost deliveries, from 0 to 1. */
  drop: number;
  isPaused: boolean;
}

/** `status` is 0 without a response. */
export interface Delivery {
  eventId: string;
  type: string;
  status: number;
}

/** Signs a body like Stripe. */
export function signBody(body: string, secret: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
}

/** Posts a webhook and returns the status of the response; throws if there is none. */
export type PostWebhook = (
  url: string,
  headers: Record<string, string>,
  body: string,
  event: FakeEvent,
) => Promise<number>;

const postByFetch: PostWebhook = async (url, headers, body) => {
  const response = await fetch(url, { method: "POST", headers, body, redirect: "manual" });
  await response.arrayBuffer();
  return response.status;
};

/** Sends events to `url()`; while it is null, they are lost. `random` returns numbers in [0, 1). */
export function openWebhookSender(options: {
  url: () => string | null;
  secret: string;
  clock: () => Date;
  random: () => number;
  isSubscribed?: ((type: string) => boolean) | undefined;
  postWebhook?: PostWebhook | undefined;
}) {
  const { postWebhook = postByFetch, isSubscribed = () => true } = options;
  const plan: DeliveryPlan = { copies: 1, shuffle: false, drop: 0, isPaused: false };
  const waiting: FakeEvent[] = [];
  const underWay = new Set<Promise<void>>();
  const deliveries: Delivery[] = [];
  let isScheduled = false;

  async function deliver(event: FakeEvent, url: string): Promise<void> {
    const body = JSON.stringify(event, null, 2);
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": signBody(body, options.secret, options.clock()),
    };
    const delivery: Delivery = { eventId: event.id, type: event.type, status: 0 };
    deliveries.push(delivery);
    try {
      delivery.status = await postWebhook(url, headers, body, event);
    } catch {
      // There was no response: the status stays 0.
    }
  }

  function send(events: readonly FakeEvent[]): void {
    const url = options.url();
    if (url === null) return;
    const copies = events.flatMap((event) => Array.from({ length: plan.copies }, () => event));
    for (const event of plan.shuffle ? shuffle(copies, options.random) : copies) {
      if (options.random() < plan.drop) continue;
      const delivery = deliver(event, url).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    }
  }

  return {
    plan,
    deliveries: (): readonly Delivery[] => deliveries,

    /** Queues an event. Events of one synchronous run of code are sent together. */
    post(event: FakeEvent): void {
      if (!isSubscribed(event.type)) return;
      waiting.push(event);
      if (plan.isPaused || isScheduled) return;
      isScheduled = true;
      queueMicrotask(() => {
        isScheduled = false;
        if (!plan.isPaused) send(waiting.splice(0));
      });
    },

    release(): void {
      send(waiting.splice(0));
    },

    /** Sends the events that were not answered with 2xx, also those that were never sent. */
    redeliver(events: readonly FakeEvent[]): void {
      const acceptedIds = new Set(
        deliveries.filter(({ status }) => status >= 200 && status < 300).map(({ eventId }) => eventId),
      );
      send(events.filter((event) => !acceptedIds.has(event.id)));
    },

    /** Waits for all deliveries, also for those that they cause. */
    async settled(): Promise<void> {
      while (isScheduled || underWay.size > 0) await Promise.all([Promise.resolve(), ...underWay]);
    },
  };
}

/** A shuffled copy (Fisher–Yates). */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [result[last], result[other]];
    if (a !== undefined && b !== undefined) [result[last], result[other]] = [b, a];
  }
  return result;
}
