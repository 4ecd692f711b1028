// While children of a killed server hold its memory, no new one can start. Only the owner of the folder's lock may end
// them, while the server is down.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** A name that PostgreSQL shows in the titles of the cluster's processes (cluster_name). */
export function clusterName(password: string): string {
  return `foyer-${createHash("sha256").update(password).digest("hex").slice(0, 16)}`;
}

/** Ends the children of the cluster's server, except on Windows. */
export function endLeftovers(name: string): void {
  for (const { pid, title } of processes()) {
    if (!title.startsWith(`postgres: ${name}: `)) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has already ended.
    }
  }
}

function processes(): { pid: number; title: string }[] {
  if (process.platform === "linux")
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), title: readTitle(name) }));
  if (process.platform === "win32") return [];
  return execFileSync("ps", ["-axww", "-o", "pid=,command="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim())
    .map((line) => ({ pid: Number.parseInt(line, 10), title: line.replace(/^\d+\s+/, "") }));
}

function readTitle(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
