// Stops the server when the app was killed and cannot stop it.
// A shell reads from a pipe that the kernel closes when the app ends. Then the shell tells the server to
// stop. Without a shell the next start stops the remaining server (stopOrphan).
import type { ChildProcess } from "node:child_process";
import { type Account, spawnAs } from "./account.ts";

/** Watches until the server ends, for any reason. */
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
  // Stop the guard before the server's pid can belong to another process.
  server.once("exit", () => guard.kill("SIGKILL"));
}
