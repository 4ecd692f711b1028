/** Limited, because each code is a request of its own. */
export const maxCodesAtOnce = 200;

/** Without characters that look alike on paper: 0 and O, 1, I and L. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/** 31 ** 8 endings are hard to guess. */
const endLength = 8;

/** `randomBytes` fills an array like crypto.getRandomValues. */
export function manyCodes(
  { prefix, count }: { prefix: string; count: number },
  randomBytes: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(prefix + randomEnd(randomBytes));
  return [...codes];
}

function randomEnd(randomBytes: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): string {
  let end = "";
  while (end.length < endLength) {
    for (const byte of randomBytes(new Uint8Array(endLength))) {
      // 256 is no multiple of 31: bytes from 248 (8 × 31) would make the first characters more likely.
      if (byte < 256 - (256 % alphabet.length) && end.length < endLength)
        end += alphabet[byte % alphabet.length];
    }
  }
  return end;
}
