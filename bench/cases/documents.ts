import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { TypesetRequest } from "../../server/documents/engine.ts";
import { newEventKey, signAttendeeQr } from "../../server/documents/qrSignature.ts";
import { openTypesetter, type Typesetter } from "../../server/documents/typeset.ts";
import { cpuMsOf } from "../cpu.ts";
import { median } from "../load/figures.ts";
import type { Bench, Report } from "../report.ts";

const ticketsPerRound = 250;
/** A ticket is compared with the SHA-256 of these bytes, because a fast machine is faster at both. */
const hashInput = Buffer.alloc(2 ** 20);
const hashCount = 200;
const { privateKey } = newEventKey();

/** Measures the CPU time and memory of the typesetting process over 1000 × `seconds` tickets with one attendee each. */
export async function documents({ seconds }: Bench): Promise<Report> {
  const tickets = seconds * 1000;
  const title = `${tickets.toLocaleString("en-US")} tickets by the typesetting process`;
  const typesetter = openTypesetter();
  const watch = watchProcess(typesetter);
  try {
    // Warm-up, which is not measured.
    await typeset(typesetter, ticketsPerRound, watch.readUsage);
    const cpuMsPerTicket: number[] = [];
    const ratios: number[] = [];
    for (let typesetCount = 0; typesetCount < tickets; typesetCount += ticketsPerRound) {
      const before = watch.cpuMs();
      await typeset(typesetter, ticketsPerRound, watch.readUsage);
      cpuMsPerTicket.push((watch.cpuMs() - before) / ticketsPerRound);
      ratios.push(cpuMsPerTicket.at(-1)! / hashMs());
    }
    if (watch.processes() === 0)
      return {
        title,
        figures: {},
        goals: [],
        problems: [],
        leftOut: "Only Linux reports the figures of a process.",
      };
    return {
      title: `${title}, ${watch.processes()} processes one after the other`,
      figures: {},
      goals: [
        {
          name: "CPU ms a ticket, including processes that were replaced",
          is: median(cpuMsPerTicket),
          atMost: 5,
          measures: "time",
        },
        { name: "CPU time of a ticket / CPU time of SHA-256 of 1 MB", is: median(ratios), atMost: 10 },
        { name: "largest memory of a process in MB", is: watch.maxMb(), atMost: 350 },
      ],
      problems: [],
    };
  } finally {
    watch.stop();
    typesetter.close();
  }
}

async function typeset(typesetter: Typesetter, count: number, readUsage: () => void): Promise<void> {
  for (let n = 0; n < count; n++) {
    await typesetter.typeset(ticket(n));
    readUsage();
  }
}

function ticket(n: number): TypesetRequest {
  const qrText = signAttendeeQr(privateKey, { r: n, a: n, q: crypto.randomUUID(), e: 3 });
  const attendee = {
    name: `Mia Keller ${n}`,
    ticketTitle: "Adult",
    reference: `F-2026-${n}`,
    code: "code-0.svg",
  };
  return {
    layout: "ticket",
    standard: "ua",
    pictures: {},
    codes: { "code-0.svg": qrText },
    data: {
      title: "Tickets: Gala Night",
      author: "Harbour Club",
      eventName: "Gala Night",
      clubName: "Harbour Club",
      when: "Sat, Dec 12, 2026, 7:30 PM",
      whenLocal: null,
      location: "Town Hall",
      banner: null,
      attendees: [attendee],
      purchases: [],
      order: null,
    },
  };
}

function watchProcess(typesetter: Typesetter) {
  const cpu = new Map<number, number>();
  let maxMb = 0;
  const readUsage = (): void => {
    const { pid } = typesetter;
    const usedMs = pid === undefined ? null : cpuMsOf(pid);
    if (pid === undefined || usedMs === null) return;
    cpu.set(pid, usedMs);
    maxMb = Math.max(maxMb, peakMb(pid));
  };
  const timer = setInterval(readUsage, 5);
  return {
    readUsage,
    cpuMs: () => [...cpu.values()].reduce((sum, usedMs) => sum + usedMs, 0),
    maxMb: () => maxMb,
    processes: () => cpu.size,
    stop: () => clearInterval(timer),
  };
}

function peakMb(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function hashMs(): number {
  const before = process.cpuUsage();
  for (let n = 0; n < hashCount; n++) createHash("sha256").update(hashInput).digest();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / hashCount;
}
