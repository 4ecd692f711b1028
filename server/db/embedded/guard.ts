import type { ChildProcess } from "node:child_process";
import { type Account, spawnAs } from "./account.ts";

/**
 * Stops the server if this process ends first: then the kernel closes the pipe that a shell reads. Does nothing on
 * Windows.
 */
export function guardServer(server: ChildProcess, account: Account): void {
  if (process.platform === "win32") return;
  // `detached`, because Ctrl-C must not end the guard too early.
  const guard = spawnAs(account, "/bin/sh", ["-c", 'read -r _; kill -INT "$1"', "sh", `${server.pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.on("error", () => {});
  guard.stdin?.on("error", () => {});
  guard.unref();
  // Otherwise the guard could signal a later process with the server's pid.
  server.once("exit", () => guard.kill("SIGKILL"));
}
