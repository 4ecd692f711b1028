/**
 * Hand scanners type what they read and press Enter. What is a scan, and what is somebody typing? Pure.
 * Invariant: keys that come as fast as no hand types them, ended by Enter, are one scan; all else is left to the page.
 */

/** A key as it went down: `key` of the keyboard event, and its time stamp. */
export interface PressedKey {
  readonly key: string;
  readonly atMs: number;
}

/** What the page is to do with a key: leave it alone, keep it from acting (a scan's Enter or Tab), act on a scan. */
export type WedgeWord =
  | { readonly kind: "typing" | "scanning" }
  | { readonly kind: "scan"; readonly text: string };

/** Scanners send a key every 1 to 30 ms; the fastest typists one in 60. Slow ones over Bluetooth take up to 50. */
const betweenKeysMs = 50;
/** Shorter than any code of ours; two keys may well roll off one hand. */
const shortestScan = 6;
/** More than any text of ours; a cat on the keyboard. */
const longestScan = 1_024;

const typing = { kind: "typing" } as const;
const scanning = { kind: "scanning" } as const;

/** Reads keys one by one. */
export function keyWedge(): (pressed: PressedKey) => WedgeWord {
  let text = "";
  let lastAtMs = Number.NEGATIVE_INFINITY;
  return ({ key, atMs }) => {
    // A scanner types capitals with the shift key, which is a key of its own.
    if (key === "Shift" || key === "AltGraph" || key === "CapsLock") return text === "" ? typing : scanning;
    const isFast = atMs - lastAtMs <= betweenKeysMs;
    lastAtMs = atMs;
    if (key === "Enter" || key === "Tab") {
      const scanned = isFast ? text : "";
      text = "";
      return scanned.length >= shortestScan ? { kind: "scan", text: scanned } : typing;
    }
    if (Array.from(key).length !== 1) {
      text = "";
      return typing;
    }
    text = isFast && text.length < longestScan ? text + key : key;
    return text.length > 1 ? scanning : typing;
  };
}
