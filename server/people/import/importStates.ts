import type { StateVerdict } from "../../../contract/shapes/people.ts";
import { comparedText } from "./comparedText.ts";

/** `count` rows are judged by this state. An undefined verdict is up to staff. */
export interface FileState {
  text: string;
  count: number;
  verdict: StateVerdict | undefined;
}

/** Unclear states (“refunded”, “no show”, “yes”) are not here, so that staff decide. */
const knownStates: Readonly<Record<"good" | "leaveOut", readonly string[]>> = {
  good: [
    "paid, free, active, valid, approved, accepted, confirmed, complete, completed, issued",
    "attending, going, registered, booked, checked in",
    "bezahlt, kostenlos, aktiv, gültig, genehmigt, bestätigt, abgeschlossen, angemeldet",
    "gebucht, zugesagt, nimmt teil, eingecheckt",
    "payé, payée, gratuit, actif, active, valide, validé, validée, approuvé, approuvée",
    "accepté, acceptée, confirmé, confirmée, inscrit, inscrite, participe",
    "ชำระแล้ว, ชำระเงินแล้ว, จ่ายแล้ว, ฟรี, ใช้งานได้, อนุมัติแล้ว, ยืนยันแล้ว, เสร็จสมบูรณ์",
    "ลงทะเบียนแล้ว, เข้าร่วม, เช็คอินแล้ว",
  ],
  leaveOut: [
    "canceled, cancelled, void, voided, invalid, expired, declined, rejected, deleted",
    "pending, pending approval, awaiting payment, awaiting offline payment, unpaid, not paid",
    "payment failed, failed, abandoned, invited, not attending, not going, waitlist, waitlisted",
    "storniert, abgesagt, ungültig, abgelaufen, abgelehnt, gelöscht, ausstehend, offen",
    "unbezahlt, nicht bezahlt, überfällig, eingeladen, nimmt nicht teil, warteliste",
    "annulé, annulée, invalide, expiré, expirée, refusé, refusée, supprimé, en attente",
    "en attente de paiement, impayé, impayée, non payé, non payée, invité, invitée",
    "ne participe pas, liste d'attente",
    "ยกเลิก, ยกเลิกแล้ว, เป็นโมฆะ, หมดอายุ, หมดอายุแล้ว, ปฏิเสธ, ถูกปฏิเสธ, รอดำเนินการ, รอชำระเงิน",
    "รอการชำระเงิน, ยังไม่ชำระ, ค้างชำระ, รออนุมัติ, รอการอนุมัติ, ได้รับเชิญ, ไม่เข้าร่วม, รายชื่อรอ",
  ],
};

const verdicts: ReadonlyMap<string, StateVerdict> = new Map(
  (["good", "leaveOut"] as const).flatMap((verdict) =>
    knownStates[verdict].flatMap((texts) =>
      texts.split(", ").map((text) => [comparedText(text), verdict] as const),
    ),
  ),
);

// “étatd” begins “État du billet” as `comparedText` returns it.
const stateHeading = /^status|status$|^statut|statut$|^étatd|^état$|^สถานะ/;

/** If a file has one of these headings, its "State" is a part of an address. */
const addressHeadings = new Set(
  ["address", "street", "city", "zip", "zipcode", "postcode", "postalcode", "country"].map(comparedText),
);

/** The positions of the columns whose headings look like those of a state. */
export function stateColumnsOf(headings: readonly string[]): number[] {
  const forms = headings.map(comparedText);
  const hasAddress = forms.some((form) => addressHeadings.has(form));
  return forms.flatMap((form, index) =>
    stateHeading.test(form) || (form === "state" && !hasAddress) ? [index] : [],
  );
}

/** With more different states in all columns of states, one of them holds something else. */
export const maxStates = 50;

/** Judges the states of rows. The verdicts of staff (`decided`) come before ours. */
export function openFileStates(decided: Readonly<Record<string, StateVerdict>>) {
  const byForm = new Map<string, FileState>();
  const decisions = new Map(Object.entries(decided).map(([text, verdict]) => [comparedText(text), verdict]));
  const stateOf = (cell: string): FileState | null => {
    const form = comparedText(cell);
    const known = byForm.get(form);
    if (known !== undefined) return known;
    if (byForm.size === maxStates) return null;
    const text = cell.trim().slice(0, 100);
    const state = { text, count: 0, verdict: decisions.get(comparedText(text)) ?? verdicts.get(form) };
    byForm.set(form, state);
    return state;
  };
  return {
    /** Counts the row for its worst state: left out, unclear, waiting, good. Null after too many different states. */
    judge(cells: readonly string[]): FileState | null {
      const states = cells.map(stateOf);
      if (states.includes(null)) return null;
      const deciding =
        states.find((state) => state!.verdict === "leaveOut") ??
        states.find((state) => state!.verdict === undefined) ??
        states.find((state) => state!.verdict === "waiting") ??
        states[0]!;
      deciding!.count += 1;
      return deciding!;
    },
    /** In the order of the file. */
    all: (): FileState[] => [...byForm.values()],
  };
}
