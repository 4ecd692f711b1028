import { newKey } from "../lib/newKey.ts";

const storageName = "foyer.doorDevice";

export function thisDeviceId(): string {
  const storedId = localStorage.getItem(storageName);
  if (storedId !== null && /^[0-9a-f-]{36}$/.test(storedId)) return storedId;
  const createdId = newKey();
  localStorage.setItem(storageName, createdId);
  return createdId;
}

/** The hash in the name of the built file; "dev" without a build. */
export function appVersion(): string {
  return /-([\w-]{8})\.js/.exec(import.meta.url)?.[1] ?? "dev";
}
