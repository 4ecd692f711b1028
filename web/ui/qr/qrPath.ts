/** The path includes the quiet zone of four modules that scanners need (ISO/IEC 18004). */
import encodeQr from "qr";
import { qrOutline } from "../../../contract/rules/door/qrOutline.ts";

const quietZone = 4;

/** Path commands in units of one module. `size` includes the quiet zone. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const rows = encodeQr(text, "raw", { ecc: "medium", border: quietZone });
  return { path: qrOutline(rows), size: rows.length };
}
