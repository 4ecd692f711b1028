/**
 * The client for limits that count by client: an IPv4 address, an IPv6 /64, or the whole /56 or /48 if many of its /64
 * networks send requests. Invariant: other files of the server get the address of a request from here
 * (test/architecture.test.ts).
 * Sources: RFC 6177 and RIPE-690 (a provider gives a customer a /48 to /56); RFC 4291 §2.5.1 (the /64).
 */
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

export interface Clients {
  /** Such as "192.0.2.1" or "2001:db8:0:1::/64". */
  of(request: FastifyRequest): string;
}

/** A /56 or /48 is one client if more of its /64 networks than this came in this window or the one before. */
export const mostNetworks = { 56: 16, 48: 64 } as const;
export const windowMs = 10 * 60_000;
const maxWindows = 20_000;

/** `hadTooMany` is about the window before. */
interface NetworkWindow {
  from: number;
  networks: Set<string>;
  hadTooMany: boolean;
}

/** The address according to the trusted proxies. */
export function addressOf(request: FastifyRequest): string {
  return request.ip;
}

/** Creates the clients of one node, in memory. */
export function openClients(clock: () => Date): Clients {
  const windows = new LRUCache<string, NetworkWindow>({ max: maxWindows });

  function hasTooMany(wider: string, network: string, limit: number): boolean {
    const now = clock().getTime();
    let current = windows.get(wider);
    if (current === undefined || now >= current.from + windowMs) {
      const hadTooMany =
        current !== undefined && now < current.from + 2 * windowMs && current.networks.size > limit;
      current = { from: now, networks: new Set(), hadTooMany };
      windows.set(wider, current);
    }
    // One more than the limit is enough to know.
    if (current.networks.size <= limit) current.networks.add(network);
    return current.hadTooMany || current.networks.size > limit;
  }

  return {
    of(request) {
      const address = addressOf(request);
      const bytes = bytesOf(address);
      if (bytes === null) return address;
      if (bytes.length === 4) return bytes.join(".");
      const network = networkOf(bytes, 64);
      // Counts the network in both, and prefers the /48 if both have too many.
      const wider = ([48, 56] as const).filter((bits) =>
        hasTooMany(networkOf(bytes, bits), network, mostNetworks[bits]),
      );
      return wider[0] === undefined ? network : networkOf(bytes, wider[0]);
    },
  };
}

/** The 4 or 16 bytes of an address, or null. An IPv4 address written as IPv6 counts as IPv4. */
function bytesOf(address: string): number[] | null {
  // A zone ("fe80::1%eth0") is a network interface of this machine.
  const text = address.replace(/%.*$/, "");
  return ipaddr.isValid(text) ? ipaddr.process(text).toByteArray() : null;
}

function networkOf(bytes: readonly number[], bits: 48 | 56 | 64): string {
  const masked = bytes.map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(masked).toString()}/${bits}`;
}
