/** What this browser keeps of its doors: a helper's token for one link, and the gate that staff stand at. */

/** A link that was opened with its PIN. */
export interface KeptLink {
  readonly token: string;
  readonly eventId: number;
}

const linkName = (secret: string) => `foyer.doorLink.${secret}`;
const gateName = (eventId: number) => `foyer.doorGate.${eventId}`;

/** The link as it was opened here; null where it was not, or storage has something else. */
export function keptLink(secret: string): KeptLink | null {
  try {
    const kept: Partial<KeptLink> | null = JSON.parse(localStorage.getItem(linkName(secret)) ?? "null");
    return typeof kept?.token === "string" && Number.isSafeInteger(kept.eventId)
      ? { token: kept.token, eventId: Number(kept.eventId) }
      : null;
  } catch {
    return null;
  }
}

/** Keeps it, so that it opens again without a PIN and without a signal. */
export function keepLink(secret: string, link: KeptLink): void {
  localStorage.setItem(linkName(secret), JSON.stringify(link));
}

/** Forgets it. */
export function dropLink(secret: string): void {
  localStorage.removeItem(linkName(secret));
}

/** The gate that this device of staff was given for an event; null before. */
export function keptGate(eventId: number): string | null {
  return localStorage.getItem(gateName(eventId));
}

/** Keeps it, or forgets it. */
export function keepGate(eventId: number, gate: string | null): void {
  if (gate === null) localStorage.removeItem(gateName(eventId));
  else localStorage.setItem(gateName(eventId), gate);
}
