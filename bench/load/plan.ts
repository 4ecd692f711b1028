/** The messages to and from the processes that put load on a server. They are sent as JSON. */

/** One kind of request, sent repeatedly by a number of connections that each wait for their reply. */
export interface LoadPlan {
  port: number;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sends a new Idempotency-Key with every request. */
  withKeys?: boolean;
  /** The wanted status; the default is any 2xx. */
  wanted?: number;
  connections: number;
  seconds: number;
}

/** The result of a plan. */
export interface LoadResult {
  /** Replies with a wanted status within the time. */
  served: number;
  /**
   * All replies with a wanted status. Requests in flight at the end are awaited, because they are in the database too.
   */
  acknowledged: number;
  seconds: number;
  /** Every other outcome by status; 0 is a broken connection. */
  refused: Record<string, number>;
  /** Latencies of served requests: the count in each tenth of a millisecond. */
  latencies: [tenths: number, count: number][];
  /** The last refusal, else the first reply, for inspection. */
  sample: string;
}

/** Whole paid purchases, repeated by a number of buyers. */
export interface BuyingPlan {
  port: number;
  eventId: number;
  ticketId: number;
  /** The price of one ticket with its tax, in minor units. */
  totalAmount: number;
  /** The number of calls for people, places and order: one, or the three of the pages. */
  steps: "one" | "three";
  /** The fake Stripe (the default), which sends a webhook, or the built-in provider, which settles in the call. */
  provider?: "stripe" | "test";
  connections: number;
  seconds: number;
  /** The pause of a buyer after a purchase; none by default. */
  pauseMs?: number;
  /** Each purchase comes from its own address (by X-Forwarded-For). */
  withAddresses?: boolean;
}

/** The targets of the attacks, and their duration. */
export interface AttackPlan {
  port: number;
  /** Sessions of clubs that anybody could have registered. Each club has an hourly upload limit. */
  clubs: { token: string; eventId: number }[];
  /** The event and ticket that others want to buy. */
  eventId: number;
  ticketId: number;
  seconds: number;
}

/** The result of the attacks. */
export interface AttackResult {
  /** The longest time until a hostile file was refused, and its name. */
  slowestRefusalMs: number;
  slowest: string;
  /** The number of hostile files that were read. */
  files: number;
  /** The number of answers by call and status; 0 is a broken connection. */
  answered: Record<string, number>;
  /** Sentences about unexpected outcomes. */
  wrong: string[];
}
