/** The identity of this browser at the doors of all events: its own id, and the version of its code. */
import { newKey } from "../lib/newKey.ts";

const storageName = "foyer.doorDevice";

/** The id that this browser has generated for itself. */
export function thisDeviceId(): string {
  const storedId = localStorage.getItem(storageName);
  if (storedId !== null && /^[0-9a-f-]{36}$/.test(storedId)) return storedId;
  const createdId = newKey();
  localStorage.setItem(storageName, createdId);
  return createdId;
}

/** The version of this code: the hash in the name of its built file; "dev" without a build. */
export function appVersion(): string {
  return /-([\w-]{8})\.js/.exec(import.meta.url)?.[1] ?? "dev";
}
