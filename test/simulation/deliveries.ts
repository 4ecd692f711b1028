import type { FakeEvent } from "../../server/testing/fakeStripe/book.ts";
import { signBody } from "../../server/testing/fakeStripe/webhooks.ts";
import type { Dice } from "./dice.ts";
import type { SimulatedSite } from "./site.ts";
import type { Turns } from "./turns.ts";

const minute = 60_000;
const hour = 60 * minute;
/** Without a 2xx Stripe sends an event again for three days. */
const retryDelaysMs = [minute, 10 * minute, hour, 6 * hour, 24 * hour, 40 * hour];

export interface Deliveries {
  /** Events that the server has answered with 2xx. */
  answered: Set<string>;
  /** Sends an event, perhaps late, several times or never. */
  send(event: FakeEvent): void;
}

export function openDeliveries(parts: {
  secret: string;
  site: () => SimulatedSite;
  dice: Dice;
  turns: Pick<Turns, "enter" | "sleep">;
  clock: () => Date;
  /** Tells the fake Stripe that an event was delivered, because it lists the undelivered ones. */
  delivered: (eventId: string) => void;
}): Deliveries {
  const { delivered, secret, site, dice, turns, clock } = parts;
  const answered = new Set<string>();
  let deliveryCount = 0;
  // In some histories Stripe cannot reach the server for a time.
  const unreachable = dice.weighted([
    [6, null],
    [2, { fromMs: clock().getTime(), untilMs: clock().getTime() + 100 * hour }],
    [2, { fromMs: clock().getTime() + dice.below(60) * minute, untilMs: clock().getTime() + 12 * hour }],
  ]);
  const isUnreachable = () => {
    const ms = clock().getTime();
    return unreachable !== null && unreachable.fromMs <= ms && ms < unreachable.untilMs;
  };

  async function deliver(event: FakeEvent): Promise<boolean> {
    const node = dice.pick(site().nodes);
    const body = JSON.stringify(event);
    const headers = {
      "content-type": "application/json",
      "stripe-signature": signBody(body, secret, clock()),
    };
    const reply = await Promise.race([
      node.app.http.inject({ method: "POST", url: "/api/stripe/webhook", payload: body, headers }),
      node.died,
    ]);
    return reply !== undefined && reply.statusCode >= 200 && reply.statusCode < 300;
  }

  async function deliverWithRetries(event: FakeEvent, delayMs: number): Promise<void> {
    await turns.sleep(delayMs);
    for (const retryMs of [...retryDelaysMs, null]) {
      if (await deliver(event)) {
        answered.add(event.id);
        delivered(event.id);
        return;
      }
      if (retryMs !== null) await turns.sleep(retryMs);
    }
  }

  return {
    answered,
    send(event) {
      if (isUnreachable()) return;
      // Minor events are lost more often, because another event or a reply gives the server the same news.
      const isMinor = event.type === "payment_intent.created" || event.type === "charge.succeeded";
      if (dice.chance(isMinor ? 0.85 : 0.1)) return;
      const copies = dice.weighted([
        [8, 1],
        [3, 2],
        [1, 3],
      ]);
      for (let copy = 0; copy < copies; copy++) {
        const delayMs = dice.weighted([
          [8, 0],
          [6, dice.below(6) * 5_000],
          [4, dice.below(20) * minute],
          [1, dice.below(12) * hour],
          [1, 72 * hour],
        ]);
        turns.enter(`delivery ${++deliveryCount} ${event.type}`, () => deliverWithRetries(event, delayMs));
      }
    },
  };
}
