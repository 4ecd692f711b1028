/** The messages of the processes that put load on a server. */

/** One kind of request. Each connection waits for its reply before it sends the next. */
export interface LoadPlan {
  port: number;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  withKeys?: boolean;
  /** The wanted status; any 2xx by default. */
  wanted?: number;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  /** Replies with a wanted status within the time. */
  served: number;
  /** All replies with a wanted status, also those after the end, because their rows are in the database too. */
  acknowledged: number;
  seconds: number;
  /** Other outcomes by status; 0 is a broken connection. */
  refused: Record<string, number>;
  /** Latencies of served requests: the count in each tenth of a millisecond. */
  latencies: [tenths: number, count: number][];
  /** A reply for inspection: the last refusal, if there is one. */
  sample: string;
}

export interface BuyingPlan {
  port: number;
  eventId: number;
  ticketId: number;
  /** The price of one ticket with its tax, in minor units. */
  totalAmount: number;
  /** One call for people, places and order, or the three of the pages. */
  steps: "one" | "three";
  /** The fake Stripe (the default) sends a webhook; the built-in provider settles in the call. */
  provider?: "stripe" | "test";
  connections: number;
  seconds: number;
  pauseMs?: number;
  /** Each purchase comes from its own address (by X-Forwarded-For). */
  withAddresses?: boolean;
}

export interface AttackPlan {
  port: number;
  /** Sessions of clubs that anybody could have registered. */
  clubs: { token: string; eventId: number }[];
  /** The event and ticket that others want to buy. */
  eventId: number;
  ticketId: number;
  seconds: number;
}

export interface AttackResult {
  /** The longest wait for the reply about a hostile file, and the file's name. */
  slowestRefusalMs: number;
  slowest: string;
  /** The number of hostile files that were read. */
  files: number;
  /** The number of answers by call and status; 0 is a broken connection. */
  answered: Record<string, number>;
  /** Sentences about unexpected outcomes. */
  wrong: string[];
}
