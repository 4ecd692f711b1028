import { readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import type { LimitedWork } from "../testing/limitedWork.ts";
import { type LimitedProcess, openProcess, type ProcessLimits } from "./limitedProcess.ts";

// The process has a low priority, so on a busy machine a second of work may take minutes.
const wideLimits: ProcessLimits = { memoryMb: 200, cpuMs: 60_000, idleMs: 3_600_000 };
/** More than the process needs to start and answer, also on a slow machine. */
const shortCpuMs = 1_000;
const processes: LimitedProcess<LimitedWork, unknown>[] = [];
function startProcess(limits: Partial<ProcessLimits> = {}) {
  const work = new URL("../testing/limitedWork.ts", import.meta.url);
  const one = openProcess<LimitedWork, unknown>(work, { ...wideLimits, ...limits });
  processes.push(one);
  return one;
}
afterEach(() => {
  for (const one of processes.splice(0)) one.close();
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
    ["uses too much memory outside of its heap", "buffers", {}, "memory"],
    ["uses too much memory in its heap", "numbers", {}, "memory"],
    ["is aborted by V8 because memory is exhausted", "abort", {}, "memory"],
    ["takes too much CPU time", "spin", { cpuMs: shortCpuMs }, "time"],
    ["does not answer in time", "hang", { timeoutMs: 1 }, "time"],
    ["ends by itself", "exit", {}, "none"],
  ] as const)(
    "a request fails if its process %s, and another process still runs",
    async (_what, work, limits, limit) => {
      const one = startProcess();
      await one.ask("answer");
      const pid = one.pid!;
      expect(await one.ask("answer")).toBe("did answer, 0");
      expect(one.pid).toBe(pid);
      const limited = startProcess(limits);
      const request = limited.ask(work);
      const next = limited.ask("refuse").catch(({ message }: Error) => message);
      await expect(request).rejects.toMatchObject({ limit });
      // With a time limit of 1 ms, the next request is not answered in time either.
      if (work !== "hang") expect(await next).toBe("This is no file.");
      // The other process still runs.
      expect(isAlive(pid)).toBe(true);
    },
  );

  test.runIf(process.platform === "linux")(
    "every thread of the process has a lower priority than the server",
    async () => {
      const one = startProcess();
      await one.ask("answer");
      const threads = readdirSync(`/proc/${one.pid}/task`).map(Number);
      expect(threads.length).toBeGreaterThan(2);
      for (const thread of threads) expect(getPriority(thread)).toBeGreaterThan(getPriority());
    },
  );

  test("a process that reached its limit of CPU time is killed before it finishes", async () => {
    const one = startProcess({ cpuMs: shortCpuMs });
    await one.ask("answer");
    const pid = one.pid!;
    await expect(one.ask("spin")).rejects.toMatchObject({ limit: "time" });
    await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
  });

  test("a process answers each of several requests that come at once", async () => {
    const one = startProcess();
    const answers = await Promise.all(
      (["answer", "settings", "answer"] as const).map((work) => one.ask(work)),
    );
    expect([answers[0], answers[2]]).toEqual(["did answer, 0", "did answer, 0"]);
  });

  test("a process gets none of the server's settings, because some are secrets", async () => {
    expect(process.env.PATH).toBeDefined();
    const variableNames = (await startProcess().ask("settings")) as string[];
    const ours = /^(?:UV_THREADPOOL_SIZE|NODE_COMPILE_CACHE|NODE_CHANNEL_\w+)$/;
    expect(variableNames.filter((name) => !ours.test(name))).toEqual([]);
  });

  test("a process ends when it gets no requests", async () => {
    const one = startProcess({ idleMs: 1 });
    await one.ask("answer");
    const pid = one.pid!;
    await expect.poll(() => one.pid, { timeout: 60_000 }).toBeUndefined();
    await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
    expect(await one.ask("answer")).toBe("did answer, 0");
  });
});
