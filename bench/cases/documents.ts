/** Measures what tickets cost the typesetting process: core time for each, and memory over thousands of them. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { TypesetRequest } from "../../server/documents/engine.ts";
import { newEventKey, signAttendeeQr } from "../../server/documents/qrSignature.ts";
import { openTypesetter, type Typesetter } from "../../server/documents/typeset.ts";
import { cpuMsOf } from "../cpu.ts";
import { median } from "../load/figures.ts";
import type { Bench, Report } from "../report.ts";

const ticketsPerRound = 250;
/** The unit of comparison: SHA-256 of this many bytes, which takes about as long on any machine of its time. */
const hashInput = Buffer.alloc(2 ** 20);
const hashCount = 200;
const { privateKey } = newEventKey();

/** Typesets a thousand tickets, of one attendee each, for each requested second: 20,000 by default. */
export async function documents({ seconds }: Bench): Promise<Report> {
  const tickets = seconds * 1000;
  const title = `${tickets.toLocaleString("en-US")} tickets by the process that typesets`;
  const typesetter = openTypesetter();
  const watch = watchProcess(typesetter);
  try {
    await typeset(typesetter, ticketsPerRound, watch.look);
    const cpuMsPerTicket: number[] = [];
    const ratios: number[] = [];
    for (let typesetCount = 0; typesetCount < tickets; typesetCount += ticketsPerRound) {
      const before = watch.cpuMs();
      await typeset(typesetter, ticketsPerRound, watch.look);
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
      title: `${title}, ${watch.processes()} one after the other`,
      figures: {},
      goals: [
        {
          name: "CPU ms a ticket, replaced processes included",
          is: median(cpuMsPerTicket),
          atMost: 5,
          measures: "time",
        },
        { name: "a ticket in SHA-256 of a MB", is: median(ratios), atMost: 10 },
        { name: "MB that a process had at most", is: watch.mostMb(), atMost: 350 },
      ],
      problems: [],
    };
  } finally {
    watch.stop();
    typesetter.close();
  }
}

async function typeset(typesetter: Typesetter, count: number, look: () => void): Promise<void> {
  for (let n = 0; n < count; n++) {
    await typesetter.typeset(ticket(n));
    look();
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

/** Sums up the CPU time and memory of a typesetter's processes while they run. */
function watchProcess(typesetter: Typesetter) {
  const cpu = new Map<number, number>();
  let maxMb = 0;
  const look = (): void => {
    const { pid } = typesetter;
    const usedMs = pid === undefined ? null : cpuMsOf(pid);
    if (pid === undefined || usedMs === null) return;
    cpu.set(pid, usedMs);
    maxMb = Math.max(maxMb, peakMb(pid));
  };
  const timer = setInterval(look, 5);
  return {
    look,
    cpuMs: () => [...cpu.values()].reduce((sum, usedMs) => sum + usedMs, 0),
    mostMb: () => maxMb,
    processes: () => cpu.size,
    stop: () => clearInterval(timer),
  };
}

/** The peak memory of a process; 0 if the system does not report it. */
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
