/** Makes many codes with a common beginning and random endings. */

/** The maximum number of codes that the form creates in one step; each is a request of its own. */
export const maxCodesAtOnce = 200;

/** Without characters that look alike on paper: 0 and O, 1, I and L. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/** With 31 ** 8 endings, codes are hard to guess, and duplicates are very rare. */
const endLength = 8;

/** `count` different codes. `randomBytes` fills an array like crypto.getRandomValues. */
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
      // 256 is no multiple of 31. Bytes of 248 (8 × 31) and more would make the first characters more likely.
      if (byte < 256 - (256 % alphabet.length) && end.length < endLength)
        end += alphabet[byte % alphabet.length];
    }
  }
  return end;
}
