/**
 * How long a hold still lasts, by the server's clock. Pure, because the caller passes the clocks. A device's clock may
 * be wrong by hours and may jump. So its difference from the server's is measured when the server sends the hold. An
 * open page counts down by the monotonic clock.
 */

/** The clocks of a device: the wall clock (epoch ms), which may jump, and one that only goes forward (ms). */
export interface DeviceClocks {
  wallMs(): number;
  monotonicMs(): number;
}

/** When a hold ends, by the server's clock. `skewMs` is the server's clock minus the device's. */
export interface HoldDeadline {
  readonly expiresAt: string;
  readonly skewMs: number;
}

/** A page's reading of one hold: the remaining time (ms) at a moment of the monotonic clock. */
export interface HoldReading {
  readonly remainingMs: number;
  readonly atMonotonicMs: number;
}

/** The buyer is warned when this much time is left. */
export const warnAtMs = 2 * 60_000;
/** The buyer is warned again when this much time is left. */
export const lastCallAtMs = 30_000;

export type HoldPhase = "running" | "endingSoon" | "lastCall" | "ended";

/** The server's clock minus the device's (ms), from an instant that the server has just written. */
export function skewFrom(serverInstant: string, clocks: DeviceClocks): number {
  return Date.parse(serverInstant) - clocks.wallMs();
}

/** Reads a hold. `skewMs` corrects the device's clock. */
export function readHold(hold: HoldDeadline, clocks: DeviceClocks): HoldReading {
  return {
    remainingMs: Math.max(0, Date.parse(hold.expiresAt) - (clocks.wallMs() + hold.skewMs)),
    atMonotonicMs: clocks.monotonicMs(),
  };
}

/** The remaining time (ms) of a hold that was read earlier; never below 0. */
export function remainingOf(reading: HoldReading, clocks: DeviceClocks): number {
  return Math.max(0, reading.remainingMs - (clocks.monotonicMs() - reading.atMonotonicMs));
}

/** The phase of a hold with this much time left. */
export function phaseOf(remainingMs: number): HoldPhase {
  if (remainingMs <= 0) return "ended";
  if (remainingMs <= lastCallAtMs) return "lastCall";
  return remainingMs <= warnAtMs ? "endingSoon" : "running";
}

/** "14:09", and from an hour on "23:14:09"; rounded up, so that 0:00 is shown only when nothing is left. */
export function countdownText(remainingMs: number): string {
  const seconds = Math.ceil(remainingMs / 1000);
  const twoDigits = (count: number) => String(count).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? `${minutes}:${twoDigits(seconds % 60)}`
    : `${hours}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
}

/** "2:32 PM": when a hold ends, by the device's clock. */
export function clockTime({ expiresAt, skewMs }: HoldDeadline): string {
  const endsAt = new Date(Date.parse(expiresAt) - skewMs);
  return endsAt.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
}

/**
 * The text that a screen reader says when a phase begins; empty while there is time. `heldWords` is like "your
 * tickets are".
 */
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
