import { type CallName, calls, type PayloadOf } from "../../contract/all.ts";
import type { Tax } from "../../contract/rules/money/tax.ts";
import type { Db } from "../../server/db/pool.ts";
import type { TestRequest } from "../../server/testing/app.ts";
import type { FakeStripe } from "../../server/testing/fakeStripe.ts";
import type { Line } from "./bank.ts";
import type { Dice } from "./dice.ts";
import type { BrokenRule } from "./guards.ts";
import type { MailServer } from "./mail.ts";
import type { SimulatedSite } from "./site.ts";
import type { Turns } from "./turns.ts";
import { Wrong } from "./wrong.ts";

export interface Shop {
  eventId: number;
  paidTickets: number[];
  freeTicket: number;
  extras: number;
  goldPackage: number;
  promoCode: string;
  /** The session of an admin of the club. */
  token: string;
  door: { eventId: number; ticketId: number; price: number; tax: Tax; token: string };
}

/** An order with its buyer's proof. */
export interface Bought {
  orderId: number;
  accessKey: string;
  intent: string | undefined;
  registrationId: number | undefined;
}

/** The acts of people that the server's books are compared with. */
export interface Acts {
  /** How often something was requested with each key, without requests that the server has refused. */
  asked: Map<string, number>;
  /** Refunds in the provider's dashboard, by intent, in minor units. */
  dashboard: Map<string, number>;
  /** Refunds that the bank returned, by intent. */
  sentBack: Map<string, number>;
  /** The cash in the boxes at the door, by the sale's key, in minor units. */
  boxes: Map<string, number>;
}

/** What the people of a simulation share. */
export interface World {
  turns: Pick<Turns, "sleep" | "enter">;
  dice(subject: string): Dice;
  clock(): Date;
  site: SimulatedSite;
  stripe: FakeStripe;
  line: Line;
  mailServer: MailServer;
  shop: Shop;
  orders: Bought[];
  acts: Acts;
  brokenRule: BrokenRule;
}

export interface Answer<N extends CallName> {
  status: number;
  code: string | undefined;
  payload: PayloadOf<N>;
}

/**
 * Calls any node. Without an answer, or if the server is busy, it tries again, with the same key if the call takes one;
 * null if that does not help. @throws Wrong on an internal error of the server.
 */
export async function call<N extends CallName>(
  world: World,
  dice: Dice,
  name: N,
  sent: TestRequest,
): Promise<Answer<N> | null> {
  const key =
    calls[name].idempotent === true ? `${name}-${dice.below(2 ** 30)}-${dice.below(2 ** 30)}` : undefined;
  for (let attempt = 0; attempt < 4; attempt++) {
    if (attempt > 0) await world.turns.sleep(dice.pick([5_000, 20_000, 60_000]));
    if (key !== undefined && dice.chance(0.06))
      world.turns.enter(`second press of ${key}`, async () => {
        await askOnce(world, dice, name, sent, key);
      });
    const answer = await askOnce(world, dice, name, sent, key);
    const isLost = key !== undefined && dice.chance(0.04);
    if (answer === null || answer.code === "busy" || isLost) continue;
    return answer;
  }
  return null;
}

/** Calls once; null if the node was killed meanwhile. @throws Wrong as `call` does. */
export async function askOnce<N extends CallName>(
  { site, acts }: World,
  dice: Dice,
  name: N,
  sent: TestRequest,
  key: string | undefined,
): Promise<Answer<N> | null> {
  const node = dice.pick(site.nodes);
  const count = (by: number) => {
    if (key !== undefined) acts.asked.set(key, (acts.asked.get(key) ?? 0) + by);
  };
  count(1);
  // A node caches sessions for a second of the real clock, which no seed controls.
  if (sent.token !== undefined) node.app.services.sessions.forget();
  const response = await Promise.race([
    node.app.http.inject({
      method: calls[name].method,
      url: `/api/${name}`,
      query: Object.fromEntries(Object.entries(sent.query ?? {}).map(([at, value]) => [at, String(value)])),
      headers: {
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(sent.token === undefined ? {} : { authorization: sent.token }),
      },
      ...(sent.body === undefined ? {} : { payload: sent.body as object }),
    }),
    node.died,
  ]);
  if (response === undefined) return null;
  const isBroken = response.statusCode >= 500 && (response.json() as { code?: string }).code !== "busy";
  if (isBroken) throw new Wrong([`${name} was answered ${response.statusCode}: ${node.lastFailure()}`]);
  if (response.statusCode >= 400 && response.statusCode < 500) count(-1);
  const body = response.json() as { code?: string; payload: PayloadOf<N> };
  return { status: response.statusCode, code: body.code, payload: body.payload };
}

/** Reads the database through a node, and again a minute later if the node is killed meanwhile. */
export async function lookUp<T>(
  { site, turns }: World,
  dice: Dice,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  for (;;) {
    const { db, died } = dice.pick(site.nodes);
    const reply = await Promise.race([read(db).then((value) => ({ value })), died.then(() => null)]);
    if (reply !== null) return reply.value;
    await turns.sleep(60_000);
  }
}

export function payloadIfOk<N extends CallName>(answer: Answer<N> | null): PayloadOf<N> | undefined {
  return answer?.status === 200 ? answer.payload : undefined;
}

/** Acts in the provider's own pages; undefined if the provider refuses. */
export function atProvider<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
