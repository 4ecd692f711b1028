/** The limit counts CPU time and not mails, because waiting for a slow mail server costs none. */
import { setTimeout as delay } from "node:timers/promises";

/** The share of one core that this process may use while the shop is busy (docs/decisions/0013-letters-give-way.md). */
const share = 0.1;
/** Unused time is saved for this long, so that a few mails need not wait. */
const maxSavedMs = 200;

export interface CpuShare {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Sets whether the shop is busy; if it is not, nothing waits. */
  giveWay(shopIsBusy: boolean): void;
  readonly givesWay: boolean;
}

/** Limits the CPU time of this process while the shop is busy. `clock` and `cpuMs` return milliseconds. */
export function openCpuShare({
  clock = () => performance.now(),
  cpuMs = cpuMsOfProcess,
  sleep = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {}),
} = {}): CpuShare {
  /** Null unless the shop is busy; aborted when it no longer is. */
  let busy: AbortController | null = null;
  let countedCpuMs = 0;
  /** Until this moment the process must wait, to stay within its share. */
  let withinShareAt = 0;

  const waitMs = () => {
    const now = clock();
    const used = cpuMs();
    withinShareAt = Math.max(withinShareAt + (used - countedCpuMs) / share, now - maxSavedMs);
    countedCpuMs = used;
    return withinShareAt - now;
  };

  return {
    async run(work) {
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
        countedCpuMs = cpuMs();
        withinShareAt = clock();
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
