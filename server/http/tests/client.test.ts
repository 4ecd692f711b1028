import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { mostNetworks, openClients } from "../client.ts";

const minuteMs = 60_000;
let now = 0;
const openClientOf = () => {
  now = Date.parse("2027-05-01T10:00:00Z");
  const clients = openClients(() => new Date(now));
  return (ip: string) => clients.of({ ip } as FastifyRequest);
};
/** An address in the /64 number `n` of the /56 number `wide`. */
const addressIn = (wide: number, n: number) => `2001:db8:1:${(wide * 256 + n).toString(16)}::1`;

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["2001:db8:0:5:aaaa:bbbb:cccc:dddd", "2001:db8:0:5::/64"],
  ["2001:0DB8:0000:0005::1", "2001:db8:0:5::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["not an address", "not an address"],
])("the client of %s is %s", (address, client) => {
  expect(openClientOf()(address)).toBe(client);
});

test("a /56 is one client from its 17th network on, and networks outside it are not affected", () => {
  const clientOf = openClientOf();
  const clients = Array.from({ length: 40 }, (_, n) => clientOf(addressIn(0, n)));
  expect(new Set(clients.slice(0, mostNetworks[56])).size).toBe(mostNetworks[56]);
  expect(clients.slice(0, 2)).toEqual(["2001:db8:1::/64", "2001:db8:1:1::/64"]);
  expect(new Set(clients.slice(mostNetworks[56]))).toEqual(new Set(["2001:db8:1::/56"]));
  expect(clientOf(addressIn(1, 0))).toBe("2001:db8:1:100::/64");
  expect(clientOf("2001:db8:2::1")).toBe("2001:db8:2::/64");
});

test("a /48 is one client from its 65th network on, even if its networks are in different /56", () => {
  const clientOf = openClientOf();
  const clients = Array.from({ length: 200 }, (_, n) => clientOf(addressIn(n, 1)));
  expect(new Set(clients).size).toBe(mostNetworks[48] + 1);
  expect(clients.at(-1)).toBe("2001:db8:1::/48");
});

test("a /56 with exactly 16 networks is not one client, also not in the next period", () => {
  const clientOf = openClientOf();
  for (let n = 0; n < mostNetworks[56]; n++) clientOf(addressIn(0, n));
  now += 11 * minuteMs;
  expect(clientOf(addressIn(0, 1))).toBe("2001:db8:1:1::/64");
});

test("a /56 is split into its networks again after a whole period with few of them", () => {
  const clientOf = openClientOf();
  for (let n = 0; n < 40; n++) clientOf(addressIn(0, n));
  now += 11 * minuteMs;
  expect(clientOf(addressIn(0, 1))).toBe("2001:db8:1::/56");
  now += 11 * minuteMs;
  expect(clientOf(addressIn(0, 1))).toBe("2001:db8:1:1::/64");
});
