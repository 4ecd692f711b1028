import { isIP } from "node:net";
import { emailPattern } from "../../contract/rules/email.ts";

/** Whether it is a URL with one of these schemes (with colon). */
export function hasScheme(text: string, ...schemes: string[]): boolean {
  const url = URL.parse(text);
  return url !== null && schemes.includes(url.protocol);
}

/** Whether it is an http or https origin. Capital letters are allowed. */
export function isOrigin(text: string): boolean {
  return hasScheme(text, "http:", "https:") && URL.parse(text)?.origin === text.toLowerCase();
}

/** An origin as browsers write it, in small letters; any other text unchanged. */
export function originOf(text: string): string {
  return isOrigin(text) ? new URL(text).origin : text;
}

/** Whether it is "Name <address>" or an address. */
export function isSender(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text;
  return emailPattern.test(address);
}

/** The trusted proxies. False: none; null: TRUST_PROXY is invalid. */
export function proxiesOf(listed: string[]): false | number | string[] | null {
  const [first = "false"] = listed;
  if (listed.length <= 1) {
    if (first === "false" || first === "0") return false;
    if (first === "true") return 1;
    if (/^\d{1,2}$/.test(first)) return Number(first);
  }
  return listed.every((address) => isIP(address.replace(/\/\d{1,3}$/, "")) !== 0) ? listed : null;
}

/** Whether the host is "localhost" or a loopback address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The host for a link. Not every browser opens "0.0.0.0" and "::". */
export function linkHost(host: string): string {
  if (["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host)) return "localhost";
  return isIP(host) === 6 ? `[${host}]` : host;
}
