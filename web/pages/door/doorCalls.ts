import type { Door } from "../../../contract/shapes/door/door.ts";
import { ApiError } from "../../api/apiError.ts";
import { createApi } from "../../api/client.ts";
import { appVersion, thisDeviceId } from "../../door/thisDevice.ts";
import { deviceName } from "./deviceName.ts";
import type { SavedLink } from "./keptDoor.ts";

/** The caller shows the outcome itself. */
export const withoutToasts = { suppressToasts: true } as const;

const timeoutMs = 15_000;

/** A client that never redirects, because a scanner stays open when a session ends. */
export function doorApi(token: () => string | null) {
  return createApi({ fetch: fetchWithTimeout, token, onExpired: () => undefined });
}

/** The timeout covers the whole answer. An answer without JSON is rejected: it may come from a hotel's network. */
async function fetchWithTimeout(path: string, init: RequestInit) {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  const content: unknown = await response.json();
  return { status: response.status, headers: response.headers, json: async () => content };
}

/** Throws ApiError, with `tokenExpired` if the PIN is right but the link has ended. */
export async function openHelperLink(link: string, pin: string): Promise<{ link: SavedLink; door: Door }> {
  let token: string | null = null;
  const door = await doorApi(() => null).post(
    "door/openLink",
    { link, pin, ...deviceFacts() },
    {
      ...withoutToasts,
      onToken: (received) => {
        token = received;
      },
    },
  );
  if (door === undefined || token === null)
    throw new ApiError({ status: 440, code: "tokenExpired", msg: "This link has ended. Ask the staff." });
  return { link: { token, eventId: door.event.id }, door };
}

export async function registerThisDevice({
  eventId,
  gate,
  token,
}: {
  eventId: number;
  gate: string;
  token: () => string | null;
}): Promise<Door> {
  const body = { eventId, gate, ...deviceFacts() };
  const door = await doorApi(token).post("door/register", body, withoutToasts);
  if (door === undefined) throw signedOut;
  return door;
}

function deviceFacts() {
  return {
    deviceId: thisDeviceId(),
    deviceName: deviceName(navigator.userAgent),
    appVersion: appVersion(),
  };
}

export const signedOut = new ApiError({
  status: 440,
  code: "tokenExpired",
  msg: "You are signed out. Sign in again.",
});
