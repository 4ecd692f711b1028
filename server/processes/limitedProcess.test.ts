import { afterEach, describe, expect, test } from "vitest";
import type { LimitedWork } from "../testing/limitedWork.ts";
import { type LimitedProcess, openProcess, type ProcessLimits } from "./limitedProcess.ts";

// The process has a low priority: on a busy machine a second of work takes minutes.
const wide: ProcessLimits = { memoryMb: 200, cpuMs: 60_000, idleMs: 3_600_000 };
/** More than the process takes to start and answer, on a machine that is four times as slow. */
const shortCpuMs = 1_000;
const opened: LimitedProcess<LimitedWork, unknown>[] = [];
function open(limits: Partial<ProcessLimits> = {}) {
  const work = new URL("../testing/limitedWork.ts", import.meta.url);
  const one = openProcess<LimitedWork, unknown>(work, { ...wide, ...limits });
  opened.push(one);
  return one;
}
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a limited process", () => {
  test.each([
    ["has too much memory outside of its heap", "buffers", {}, "memory"],
    ["has too much memory in its heap", "texts", {}, "memory"],
    ["is aborted by V8 for want of memory", "abort", {}, "memory"],
    ["takes too much CPU time", "spin", { cpuMs: shortCpuMs }, "time"],
    ["says nothing for too long", "hang", { timeoutMs: 1 }, "time"],
    ["ends by itself", "exit", {}, "none"],
  ] as const)("is gone once it %s, and the next request has another", async (_what, work, limits, limit) => {
    const one = open();
    await one.ask("answer");
    const stored = one.pid!;
    expect(await one.ask("answer")).toBe("did answer, 0");
    expect(one.pid).toBe(stored);
    const limited = open(limits);
    const request = limited.ask(work);
    const next = limited.ask("refuse").catch(({ message }: Error) => message);
    await expect(request).rejects.toMatchObject({ limit });
    if (work !== "hang") expect(await next).toBe("This is no file.");
    // The other process is still running.
    expect(isAlive(stored)).toBe(true);
  });

  test("that reached a limit was killed, not left to finish", async () => {
    const one = open({ cpuMs: shortCpuMs });
    await one.ask("answer");
    const pid = one.pid!;
    await expect(one.ask("spin")).rejects.toMatchObject({ limit: "time" });
    await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
  });

  test("answers one request after the other", async () => {
    const one = open();
    const answers = await Promise.all(
      (["answer", "settings", "answer"] as const).map((work) => one.ask(work)),
    );
    expect([answers[0], answers[2]]).toEqual(["did answer, 0", "did answer, 0"]);
  });

  test("knows none of the server's settings, for some are secrets", async () => {
    expect(process.env.PATH).toBeDefined();
    const known = (await open().ask("settings")) as string[];
    expect(known.filter((name) => !/^(?:UV_THREADPOOL_SIZE|NODE_CHANNEL_\w+)$/.test(name))).toEqual([]);
  });

  test("ends when nobody asks it for anything", async () => {
    const one = open({ idleMs: 1 });
    await one.ask("answer");
    await expect.poll(() => one.pid, { timeout: 60_000 }).toBeUndefined();
    expect(await one.ask("answer")).toBe("did answer, 0");
  });
});
