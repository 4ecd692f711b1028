/**
 * An admin chooses the host of pretix, which could be this machine, its local network or a cloud's metadata service.
 * Source: the special-purpose registries of IANA (iana-ipv4-special-registry, iana-ipv6-special-registry).
 */
import { BlockList, isIP } from "node:net";

const special4 = blockList("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);
const global6 = blockList("ipv6", ["2000::/3"]);
// Tunnels to IPv4 (Teredo, 6to4), protocols, benchmarks and documentation.
const special6 = blockList("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

function blockList(family: "ipv4" | "ipv6", ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits] = range.split("/");
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special4.check(address, "ipv4");
  return isIP(address) === 6 && global6.check(address, "ipv6") && !special6.check(address, "ipv6");
}
