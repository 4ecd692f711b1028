/**
 * Who is signed in: token and current user, both kept in browser storage (docs/product.md §3). On the server nobody is.
 * Invariant: there is a user exactly when there is a token.
 */
import type { CurrentUser } from "../../contract/shapes/auth.ts";
import { createStore } from "./store.ts";

export interface Session {
  token: string;
  currentUser: CurrentUser;
}

const storageName = "foyer.session";
const deviceName = "foyer.device";

/** The session, or null for a visitor. */
export const session = createStore<Session | null>(null);

let isRestored = false;

/**
 * Reads what an earlier visit kept, and follows other tabs. Called before the session matters for the first time, and
 * at the latest when the page has come to rest: the first look into storage may wait for a disk.
 */
export function restoreSession(): void {
  if (isRestored) return;
  isRestored = true;
  session.set(read(localStorage.getItem(storageName)));
  addEventListener("storage", ({ key, newValue }) => {
    if (key === storageName) session.set(read(newValue));
  });
}

/** The token is taken from the reply's header and kept with the user (docs/product.md §4). */
export function startSession(signedIn: Session): void {
  localStorage.setItem(storageName, JSON.stringify(signedIn));
  session.set(signedIn);
}

/** The user was changed: the token stays, and so do the rules of who may go where. */
export function changeUser(currentUser: CurrentUser): void {
  const kept = session.get();
  if (kept !== null) startSession({ ...kept, currentUser });
}

/** Clears both. */
export function signOut(): void {
  localStorage.removeItem(storageName);
  session.set(null);
}

/**
 * What a signing in gave to this browser, to be sent with the next one: others who guess at the account then do not slow
 * its owner down. It opens nothing, and so outlives signing out.
 */
export function keptDevice(): string | null {
  return localStorage.getItem(deviceName)?.slice(0, 100) ?? null;
}

/** Keeps it. */
export function keepDevice(device: string): void {
  localStorage.setItem(deviceName, device);
}

/** Storage is the user's to change: what is not a session counts as none. */
function read(text: string | null): Session | null {
  try {
    const kept: Partial<Session> | null = JSON.parse(text ?? "null");
    return typeof kept?.token === "string" && typeof kept.currentUser?.role === "number"
      ? { token: kept.token, currentUser: kept.currentUser }
      : null;
  } catch {
    return null;
  }
}
