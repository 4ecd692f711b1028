/**
 * Other load on the machine changes CPU time less than rates. Times in Linux's /proc are in hundredths of a second:
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
import { readdirSync, readFileSync } from "node:fs";

const msPerTick = 10;

/** The milliseconds used so far. */
export interface CpuTimes {
  server: number;
  database: number;
  generator: number;
  machine: number;
}

/** Returns null if a time is unknown. Includes the children of `database`, which serve connections. */
export function cpuTimes(pids: { server: number; database: number; generator: number }): CpuTimes | null {
  const server = ticksOf(pids.server);
  const generator = ticksOf(pids.generator);
  const database = familyTicksOf(pids.database);
  const machine = machineTicks();
  if (server === null || generator === null || database === null || machine === null) return null;
  return {
    server: server.own * msPerTick,
    database: database * msPerTick,
    generator: generator.own * msPerTick,
    machine: machine * msPerTick,
  };
}

/** Returns null if the process has ended or the system does not report its time. */
export function cpuMsOf(pid: number): number | null {
  const ticks = ticksOf(pid);
  return ticks === null ? null : ticks.own * msPerTick;
}

/** Adds up the times of a process and its children, including ended ones. */
export function familyCpuMsOf(pid: number): number | null {
  const ticks = familyTicksOf(pid);
  return ticks === null ? null : ticks * msPerTick;
}

export function memoryMbOf(pid: number): number | null {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`) ?? "")?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

function familyTicksOf(pid: number): number | null {
  const parent = ticksOf(pid);
  if (parent === null) return null;
  let ticks = parent.own + parent.endedChildren;
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? ticksOf(Number(name)) : null;
    if (stat?.parent === pid) ticks += stat.own + stat.endedChildren;
  }
  return ticks;
}

function ticksOf(pid: number): { parent: number; own: number; endedChildren: number } | null {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The program's name is in brackets and may contain anything.
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  return { parent: fields[1]!, own: fields[11]! + fields[12]!, endedChildren: fields[13]! + fields[14]! };
}

/** All times except idling and waiting for the disk. */
function machineTicks(): number | null {
  const line = textOf("/proc/stat")?.split("\n", 1)[0];
  if (line === undefined) return null;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return user + nice + system + irq + softIrq + stolen;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return null;
  }
}
