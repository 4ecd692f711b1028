// Stops the server when the app was killed and cannot stop it.
// A shell reads from a pipe that the kernel closes when the app ends. Then the shell tells the server to
// stop. Without a shell the next start stops the remaining server (stopOrphan).
import type { ChildProcess } from "node:child_process";
import { type Account, spawnAs } from "./account.ts";

/** Stops the server if this process ends first. Does nothing on Windows. */
export function guardServer(server: ChildProcess, account: Account): void {
  if (process.platform === "win32") return;
  // A separate process group: Ctrl-C in the terminal must not end the guard too early.
  const guard = spawnAs(account, "/bin/sh", ["-c", 'read -r _; kill -INT "$1"', "sh", `${server.pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.on("error", () => {});
  guard.stdin?.on("error", () => {});
  guard.unref();
  // Otherwise the guard could later signal another process that has the server's pid.
  server.once("exit", () => guard.kill("SIGKILL"));
}
