/**
 * When may the next mail be made? At once, or, while the shop is busy, when this process has had no more than its share of
 * CPU time. Time and not mails are counted, so that a slow mail server costs no mail its turn.
 */
import { setTimeout as delay } from "node:timers/promises";

/** Of one core. Typesetting and the database take about as much again for a letter (bench/cases/letters.ts). */
const share = 0.1;
/** What is not used can be saved for so long: a few mails that come together need not wait. */
const mostSavedMs = 200;

/** Lets mails be made when it is their turn. */
export interface CpuShare {
  /** Waits for its turn, and works. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** From now on the shop is busy, or no more: then nothing waits. */
  giveWay(shopIsBusy: boolean): void;
  /** What it was told last. */
  readonly givesWay: boolean;
}

/** `clock` and `cpuMs` tell milliseconds, of time and of the CPU time of this process; `sleep` waits for so many of them, or until `signal`. */
export function openCpuShare({
  clock = () => performance.now(),
  cpuMs = cpuMsOfProcess,
  sleep = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {}),
} = {}): CpuShare {
  /** While the shop is busy; aborted when it is no more. */
  let busy: AbortController | null = null;
  let seenCpuMs = 0;
  /** The moment at which all the CPU time seen until now is within the share. */
  let paidAt = 0;

  const waitMs = () => {
    const now = clock();
    const used = cpuMs();
    paidAt = Math.max(paidAt + (used - seenCpuMs) / share, now - mostSavedMs);
    seenCpuMs = used;
    return paidAt - now;
  };

  return {
    async take(work) {
      while (busy !== null) {
        const ms = waitMs();
        if (ms <= 0) break;
        await sleep(ms, busy.signal);
      }
      return work();
    },
    giveWay(shopIsBusy) {
      if (shopIsBusy && busy === null) {
        busy = new AbortController();
        seenCpuMs = cpuMs();
        paidAt = clock();
      } else if (!shopIsBusy) {
        busy?.abort();
        busy = null;
      }
    },
    get givesWay() {
      return busy !== null;
    },
  };
}

function cpuMsOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
