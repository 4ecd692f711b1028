export interface SavedLink {
  readonly token: string;
  readonly eventId: number;
}

const linkKey = (secret: string) => `foyer.doorLink.${secret}`;
const gateKey = (eventId: number) => `foyer.doorGate.${eventId}`;

export function keptLink(secret: string): SavedLink | null {
  try {
    const parsed: Partial<SavedLink> | null = JSON.parse(localStorage.getItem(linkKey(secret)) ?? "null");
    return typeof parsed?.token === "string" && Number.isSafeInteger(parsed.eventId)
      ? { token: parsed.token, eventId: Number(parsed.eventId) }
      : null;
  } catch {
    return null;
  }
}

export function saveLink(secret: string, link: SavedLink): void {
  localStorage.setItem(linkKey(secret), JSON.stringify(link));
}

export function deleteLink(secret: string): void {
  localStorage.removeItem(linkKey(secret));
}

export function savedGate(eventId: number): string | null {
  return localStorage.getItem(gateKey(eventId));
}

export function saveGate(eventId: number, gate: string): void {
  localStorage.setItem(gateKey(eventId), gate);
}
