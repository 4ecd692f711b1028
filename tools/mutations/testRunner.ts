import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { RunRequest, RunResult } from "./testRuns.ts";

export type TestRunner = ReturnType<typeof openTestRunner>;

/** How long the process may take to exit by itself. */
const graceMs = 30_000;

/** Opens a runner for the copy in `tree`, which survives mutations that hang. Call `stop` at the end. */
export function openTestRunner(tree: string) {
  let child: ChildProcess | null = null;
  const killChild = () => child?.kill();
  process.once("exit", killChild);
  async function stop() {
    if (child?.connected !== true) return;
    const exited = once(child, "exit");
    child.disconnect();
    const timer = setTimeout(() => child?.kill("SIGKILL"), graceMs);
    await exited;
    clearTimeout(timer);
  }
  return {
    /**
     * Resolves to the first failure, or null. A run longer than `mostMs` has failed. `changed` is the mutated file,
     * which is read again.
     */
    async failureIn(
      tests: string[],
      { changed, mostMs }: { changed: string; mostMs: number },
    ): Promise<string | null> {
      if (child?.connected !== true)
        child = fork(join(import.meta.dirname, "testRuns.ts"), {
          cwd: tree,
          env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
          stdio: ["ignore", "ignore", "inherit", "ipc"],
        });
      const running = child;
      const request: RunRequest = { changed, tests };
      running.send(request);
      const finished = new AbortController();
      const signal = AbortSignal.any([finished.signal, AbortSignal.timeout(mostMs)]);
      try {
        const answer = once(running, "message", { signal });
        const [first] = await Promise.race([answer, once(running, "exit", { signal })]);
        // An exit gives its code instead of a result.
        const isAnswer = typeof first === "object" && first !== null;
        return isAnswer ? (first as RunResult).failure : "the process of the tests ended";
      } catch {
        await stop();
        return "the tests did not end";
      } finally {
        finished.abort();
      }
    },
    async stop() {
      process.off("exit", killChild);
      await stop();
    },
  };
}
