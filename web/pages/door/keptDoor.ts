/** What this browser stores about its doors: a helper's token for each link, and the gate of staff. */

/** A link that was opened with its PIN. */
export interface KeptLink {
  readonly token: string;
  readonly eventId: number;
}

const linkName = (secret: string) => `foyer.doorLink.${secret}`;
const gateName = (eventId: number) => `foyer.doorGate.${eventId}`;

/** The stored link; null if it was never opened here, or if the stored value is invalid. */
export function keptLink(secret: string): KeptLink | null {
  try {
    const saved: Partial<KeptLink> | null = JSON.parse(localStorage.getItem(linkName(secret)) ?? "null");
    return typeof saved?.token === "string" && Number.isSafeInteger(saved.eventId)
      ? { token: saved.token, eventId: Number(saved.eventId) }
      : null;
  } catch {
    return null;
  }
}

/** Stores the link, so that it opens again without a PIN and offline. */
export function keepLink(secret: string, link: KeptLink): void {
  localStorage.setItem(linkName(secret), JSON.stringify(link));
}

/** Deletes the stored link. */
export function dropLink(secret: string): void {
  localStorage.removeItem(linkName(secret));
}

/** The gate of this staff device at an event; null before it was chosen. */
export function keptGate(eventId: number): string | null {
  return localStorage.getItem(gateName(eventId));
}

/** Stores the gate, or deletes it (null). */
export function keepGate(eventId: number, gate: string | null): void {
  if (gate === null) localStorage.removeItem(gateName(eventId));
  else localStorage.setItem(gateName(eventId), gate);
}
