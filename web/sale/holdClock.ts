/**
 * A device's clock may be wrong and may jump. So its difference from the server's is measured when the server sends the
 * hold, and an open page counts by the monotonic clock.
 */

export interface DeviceClocks {
  wallMs(): number;
  monotonicMs(): number;
}

/** When a hold ends, by the server's clock. `skewMs` is the server's clock minus the device's. */
export interface HoldDeadline {
  readonly expiresAt: string;
  readonly skewMs: number;
}

export interface HoldReading {
  readonly remainingMs: number;
  readonly atMonotonicMs: number;
}

export const warnAtMs = 2 * 60_000;
export const lastCallAtMs = 30_000;

export type HoldPhase = "running" | "endingSoon" | "lastCall" | "ended";

/** Gives `skewMs` from an instant that the server has just written. */
export function skewFrom(serverInstant: string, clocks: DeviceClocks): number {
  return Date.parse(serverInstant) - clocks.wallMs();
}

export function readHold(hold: HoldDeadline, clocks: DeviceClocks): HoldReading {
  return {
    remainingMs: Math.max(0, Date.parse(hold.expiresAt) - (clocks.wallMs() + hold.skewMs)),
    atMonotonicMs: clocks.monotonicMs(),
  };
}

export function remainingOf(reading: HoldReading, clocks: DeviceClocks): number {
  return Math.max(0, reading.remainingMs - (clocks.monotonicMs() - reading.atMonotonicMs));
}

export function phaseOf(remainingMs: number): HoldPhase {
  if (remainingMs <= 0) return "ended";
  if (remainingMs <= lastCallAtMs) return "lastCall";
  return remainingMs <= warnAtMs ? "endingSoon" : "running";
}

/** "14:09", and from an hour on "23:14:09"; rounded up. */
export function countdownText(remainingMs: number): string {
  const seconds = Math.ceil(remainingMs / 1000);
  const twoDigits = (count: number) => String(count).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? `${minutes}:${twoDigits(seconds % 60)}`
    : `${hours}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
}

/** The end of a hold by the device's clock, such as "2:32 PM". */
export function clockTime({ expiresAt, skewMs }: HoldDeadline): string {
  const endsAt = new Date(Date.parse(expiresAt) - skewMs);
  return endsAt.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
}

/** The text for screen readers. `heldWords` is like "your tickets are". */
export function announcementOf(phase: HoldPhase, heldWords: string): string {
  switch (phase) {
    case "running":
      return "";
    case "endingSoon":
      return `Two minutes or less are left to finish. After that ${heldWords} no longer held.`;
    case "lastCall":
      return "30 seconds or less are left to finish.";
    case "ended":
      return `The time to finish has ended. Checking whether ${heldWords} still held.`;
  }
}
