import { expect, test } from "vitest";
import { isPublicAddress } from "./publicAddress.ts";

test.each([
  ["this machine", ["127.0.0.1", "127.9.9.9", "::1", "0.0.0.0", "::"]],
  [
    "a private network",
    ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1"],
  ],
  ["a link-local network, where clouds serve metadata", ["169.254.169.254", "fe80::1"]],
  ["a provider's own network", ["100.64.0.1", "100.127.255.255"]],
  [
    "an IPv4 address inside of IPv6",
    ["::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "2002:7f00:1::", "2001::1"],
  ],
  ["multicast and broadcast", ["224.0.0.1", "255.255.255.255", "ff02::1"]],
  [
    "documentation and tests",
    ["192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  ],
  ["no address", ["", "pretix.eu", "127.1", "8.8.8.8.", "1.1.1.1/8"]],
])("addresses are not public: %s", (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test("an address of the internet is public", () => {
  const addresses = ["8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.255.255", "2a01:4f8::1", "2606:4700::1"];
  expect(addresses.filter(isPublicAddress)).toEqual(addresses);
});
