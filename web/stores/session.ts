/** The session in browser storage (docs/product.md §3), and the device token. */
import type { CurrentUser } from "../../contract/shapes/auth.ts";
import { createStore } from "./store.ts";

export interface Session {
  token: string;
  currentUser: CurrentUser;
}

const storageName = "foyer.session";
const deviceName = "foyer.device";

/** Null for a visitor, and before `restoreSession`. */
export const session = createStore<Session | null>(null);

let isRestored = false;

/**
 * Restores the session of an earlier visit, and follows other tabs. Loading this file does not do it, because the first
 * access to the storage may wait for a disk.
 */
export function restoreSession(): void {
  if (isRestored) return;
  isRestored = true;
  session.set(parseSession(localStorage.getItem(storageName)));
  addEventListener("storage", ({ key, newValue }) => {
    if (key === storageName) session.set(parseSession(newValue));
  });
}

function startSession(signedIn: Session): void {
  localStorage.setItem(storageName, JSON.stringify(signedIn));
  session.set(signedIn);
}

/**
 * Makes a call, and starts a session with its reply. The token comes from the reply's header (docs/product.md §4). An
 * undefined reply starts none.
 */
export async function startSessionBy<Reply extends { currentUser: CurrentUser } | undefined>(
  call: (onToken: (token: string) => void) => Promise<Reply>,
): Promise<Reply> {
  let token = "";
  const reply = await call((received) => {
    token = received;
  });
  if (reply !== undefined) startSession({ token, currentUser: reply.currentUser });
  return reply;
}

export function changeUser(currentUser: CurrentUser): void {
  const saved = session.get();
  if (saved !== null) startSession({ ...saved, currentUser });
}

export function signOut(): void {
  localStorage.removeItem(storageName);
  session.set(null);
}

/**
 * The device token is sent with the next sign-in, so that the account's owner need not wait after others have tried
 * wrong passwords. It grants no access, and so survives signing out.
 */
export function savedDeviceToken(): string | null {
  return localStorage.getItem(deviceName)?.slice(0, 100) ?? null;
}

export function saveDeviceToken(device: string): void {
  localStorage.setItem(deviceName, device);
}

/** Users can edit storage, so an invalid value counts as no session. */
function parseSession(text: string | null): Session | null {
  try {
    const saved: Partial<Session> | null = JSON.parse(text ?? "null");
    return typeof saved?.token === "string" && typeof saved.currentUser?.role === "number"
      ? { token: saved.token, currentUser: saved.currentUser }
      : null;
  } catch {
    return null;
  }
}
