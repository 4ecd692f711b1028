/** The texts of our QR codes (docs/wire.md §2, QR texts). Reading a written text gives the same values back. */

/** Registration id, attendee id, the attendee's secret, event id. */
export interface AttendeeQrIds {
  readonly r: number;
  readonly a: number;
  readonly q: string;
  readonly e: number;
}

/** Purchase id, the purchase's secret, event id. */
export interface ExtrasQrIds {
  readonly id: number;
  readonly qrUuid: string;
  readonly e: number;
}

/** A scanned text in our format, not verified yet. `s` is the signature; older codes have neither `e` nor `s`. */
export type QrReading =
  | {
      readonly kind: "attendee";
      readonly r: number;
      readonly a: number;
      readonly q: string;
      readonly e: number | null;
      readonly s: string | null;
    }
  | {
      readonly kind: "extras";
      readonly id: number;
      readonly qrUuid: string;
      readonly e: number | null;
      readonly s: string | null;
    };

/** Longer texts (in UTF-16 units) are not read. */
export const maxQrTextLength = 512;

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** 64 bytes of Ed25519 signature in base64url without padding. */
const signatureForm = /^[A-Za-z0-9_-]{86}$/;
/** A text with such a key is no code of ours: copying it could change an object's prototype. */
const prototypeKeys = ["__proto__", "constructor", "prototype"];

/** The text that is signed. The order of its keys counts. */
export function canonicalAttendeeText({ r, a, q, e }: AttendeeQrIds): string {
  return JSON.stringify({ r, a, q, e });
}

/** The text of an attendee's QR code; `s` is the signature (base64url). */
export function attendeeQrText({ r, a, q, e, s }: AttendeeQrIds & { readonly s: string }): string {
  return JSON.stringify({ r, a, q, e, s });
}

/** The text that is signed. The order of its keys counts. */
export function canonicalExtrasText({ id, qrUuid, e }: ExtrasQrIds): string {
  return JSON.stringify({ id, qrUuid, e });
}

/** The text of the QR code of an extras purchase; `s` is the signature (base64url). */
export function extrasQrText({ id, qrUuid, e, s }: ExtrasQrIds & { readonly s: string }): string {
  return JSON.stringify({ id, qrUuid, e, s });
}

/** Reads the text of a code; null if it does not have the form of our codes. */
export function readQrText(text: unknown): QrReading | null {
  if (typeof text !== "string" || text.length > maxQrTextLength) return null;
  const fields = parseObject(text);
  if (fields === null || prototypeKeys.some((key) => fields.has(key))) return null;

  const e = fields.get("e") ?? null;
  const s = fields.get("s") ?? null;
  if (e !== null && !isId(e)) return null;
  if (s !== null && (e === null || typeof s !== "string" || !signatureForm.test(s))) return null;

  const { r, a, q, id, qrUuid } = Object.fromEntries(fields);
  if (fields.has("r") && !fields.has("id")) {
    return isId(r) && isId(a) && isUuid(q) ? { kind: "attendee", r, a, q, e, s } : null;
  }
  return !fields.has("r") && isId(id) && isUuid(qrUuid) ? { kind: "extras", id, qrUuid, e, s } : null;
}

/** The attendee's id in a code of ours; null for every other text. */
export function attendeeIdIn(text: string | null): number | null {
  const reading = readQrText(text);
  return reading?.kind === "attendee" ? reading.a : null;
}

/** A map, so that no key of a text reaches an object's prototype. */
function parseObject(text: string): Map<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return new Map(Object.entries(value));
  } catch {
    return null;
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isUuid(value: unknown): value is string {
  return typeof value === "string" && uuidForm.test(value);
}
