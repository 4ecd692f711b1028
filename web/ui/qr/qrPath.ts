/**
 * A QR text as one SVG path. Invariant: the quiet zone of four modules that scanners need (ISO/IEC 18004) is part of the
 * picture.
 */
import encodeQr from "qr";
import { qrOutline } from "../../../contract/rules/qrOutline.ts";

const quietZone = 4;

/** Path commands in units of one module; `size` is the side with its quiet zone. Level M survives 15 % of dirt. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const rows = encodeQr(text, "raw", { ecc: "medium", border: quietZone });
  return { path: qrOutline(rows), size: rows.length };
}
