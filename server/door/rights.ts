/** What may a device tell by what its link allows? */
import type { DoorRight, DoorScan } from "../../contract/door.ts";
import { DomainError } from "../domainError.ts";

/** Throws `wrongRole` for a scan that these rights do not cover; then none of them is taken. */
export function mayTell(rights: readonly DoorRight[], scans: readonly DoorScan[]): void {
  if (!scans.every((scan) => neededFor(scan).some((right) => rights.includes(right))))
    throw new DomainError("wrongRole", "Your link does not allow this. Please ask the event's staff.");
}

/** Any of these will do. Whoever is found by name may be let in; those who come along with a code are chosen by name too. */
function neededFor({ kind, code }: DoorScan): DoorRight[] {
  if (kind === "undo") return ["undo"];
  return code ? ["scan"] : ["scan", "search"];
}
