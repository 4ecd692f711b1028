/** A hand scanner types what it reads, and presses Enter or Tab. The time between keys tells scans from typing. */

export interface PressedKey {
  readonly key: string;
  readonly atMs: number;
}

/**
 * `typing`: a person's key, or the first key of a scan. `scanning`: perhaps a later key of a scan. `scan`: the Enter or
 * Tab that ends it.
 */
export type KeyResult =
  | { readonly kind: "typing" | "scanning" }
  | { readonly kind: "scan"; readonly text: string };

/** People usually type slower. */
const maxKeyIntervalMs = 50;
/** Our codes are longer. A person may press a few keys at the same time. */
const minScanLength = 6;
/** Codes of a previous system may be short. One or two keys just before Enter may still be a fast typist's. */
const minOldCodeLength = 3;
const maxScanLength = 1_024;

const typing = { kind: "typing" } as const;
const scanning = { kind: "scanning" } as const;

export function keyWedge(hasOldCodes: () => boolean): (pressed: PressedKey) => KeyResult {
  let text = "";
  let lastKeyMs = Number.NEGATIVE_INFINITY;
  return ({ key, atMs }) => {
    // A scanner types capitals with the shift key, which is a separate key event.
    if (key === "Shift" || key === "AltGraph" || key === "CapsLock") return text === "" ? typing : scanning;
    const isFast = atMs - lastKeyMs <= maxKeyIntervalMs;
    lastKeyMs = atMs;
    if (key === "Enter" || key === "Tab") {
      const scanned = isFast ? text : "";
      text = "";
      const minLength = hasOldCodes() ? minOldCodeLength : minScanLength;
      return scanned.length >= minLength ? { kind: "scan", text: scanned } : typing;
    }
    if (Array.from(key).length !== 1) {
      text = "";
      return typing;
    }
    text = isFast && text.length < maxScanLength ? text + key : key;
    return text.length > 1 ? scanning : typing;
  };
}
