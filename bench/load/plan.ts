/** What the load generator is asked for, and what it tells. Both cross a process border as JSON. */

/** One kind of request, sent again and again by a number of connections that each wait for their reply. */
export interface LoadPlan {
  port: number;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sends a new Idempotency-Key with every request. */
  withKeys?: boolean;
  /** The status that is wanted; without it, any 2xx. */
  wanted?: number;
  connections: number;
  seconds: number;
}

/** What came of a plan. */
export interface LoadResult {
  /** Replies of a wanted status within the time. */
  served: number;
  /** Those in all: what was under way at the end is waited for, for it is in the database too. */
  acknowledged: number;
  seconds: number;
  /** Every other outcome by status; 0 is a broken connection. */
  refused: Record<string, number>;
  /** Latencies of served requests: how many in each tenth of a millisecond. */
  latencies: [tenths: number, count: number][];
  /** One reply, to look at. */
  sample: string;
}

/** Whole paid purchases, again and again by a number of buyers. */
export interface BuyingPlan {
  port: number;
  eventId: number;
  ticketId: number;
  /** What one ticket costs with its tax, in minor units. */
  totalAmount: number;
  /** In how many calls people, places and order are told: one, or three as the pages do. */
  steps: "one" | "three";
  /** Which provider takes the money: the fake Stripe, whose webhook tells of it, or the built-in one, which is asked. */
  pays?: "stripe" | "test";
  connections: number;
  seconds: number;
  /** How long a buyer waits after a purchase; without it, not at all. */
  pauseMs?: number;
  /** Each purchase comes from an address of its own (by X-Forwarded-For). */
  withAddresses?: boolean;
}

/** What is attacked: a house, the session of a club's staff that anybody could have made, and what is sold to others. */
export interface AttackPlan {
  port: number;
  /** Clubs that anybody could have registered: each may upload so much an hour and no more. */
  clubs: { token: string; eventId: number }[];
  /** What others want to buy. */
  eventId: number;
  ticketId: number;
  seconds: number;
}

/** What came of the attacks. */
export interface AttackResult {
  /** The longest time until a hostile file was refused, and which one it was. */
  slowestRefusalMs: number;
  slowest: string;
  /** How many hostile files were read. */
  files: number;
  /** How often each call was answered with each status; 0 is a connection that broke. */
  answered: Record<string, number>;
  /** Sentences about what should not have happened. */
  wrong: string[];
}
