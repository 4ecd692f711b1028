/**
 * Mistyped domains of mail services. Pure. The table is small, because asking about a correct address is worse than
 * missing a typo.
 */

/**
 * The endings of each service. Another ending is corrected if it is one typo away from one with more than two letters:
 * "con" and "co" become "com".
 */
const services: Readonly<Record<string, readonly string[]>> = {
  gmail: ["com"],
  googlemail: ["com"],
  hotmail: ["com", "de", "co.uk", "fr"],
  outlook: ["com", "de", "co.th"],
  yahoo: ["com", "de", "co.uk", "co.th"],
  icloud: ["com"],
  protonmail: ["com"],
  freenet: ["de"],
  "t-online": ["de"],
  gmx: ["de", "net", "at", "ch", "com"],
  web: ["de"],
  aol: ["com"],
};

/** Real services that are not corrected; "mail", "email" and "ymail" are one letter away from "gmail". */
const realNames: ReadonlySet<string> = new Set(["mail", "email", "ymail", "rocketmail"]);

/** Shorter names, such as gmx, are one letter away from too many real domains. */
const minCorrectedLength = 5;

/** Gives the address that was probably meant; null if the typed one is no known typo. */
export function likelyAddress(typed: string): string | null {
  const address = typed.trim();
  const at = address.lastIndexOf("@");
  if (at < 1) return null;
  const domain = address.slice(at + 1).toLowerCase();
  const meant = likelyDomain(domain);
  return meant === null || meant === domain ? null : `${address.slice(0, at)}@${meant}`;
}

function likelyDomain(domain: string): string | null {
  const dot = domain.indexOf(".");
  if (dot < 1) return null;
  const [name, ending] = [domain.slice(0, dot), domain.slice(dot + 1)];
  if (realNames.has(name)) return null;
  const known = Object.keys(services).find(
    (service) => service === name || (service.length >= minCorrectedLength && isOneTypo(name, service)),
  );
  if (known === undefined) return null;
  const endings = services[known]!;
  if (endings.includes(ending)) return `${known}.${ending}`;
  const meant = endings.find((one) => one.length > 2 && isOneTypo(ending, one));
  return meant === undefined ? null : `${known}.${meant}`;
}

/** A typo is a missing, extra or wrong letter, or two neighbours that changed places. */
function isOneTypo(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let start = 0;
  while (start < meant.length && typed[start] === meant[start]) start += 1;
  const [left, right] = [typed.slice(start), meant.slice(start)];
  if (left.length !== right.length)
    return left.length > right.length ? left.slice(1) === right : left === right.slice(1);
  const isSwapped = left.length > 1 && left[0] === right[1] && left[1] === right[0];
  return left.slice(1) === right.slice(1) || (isSwapped && left.slice(2) === right.slice(2));
}
