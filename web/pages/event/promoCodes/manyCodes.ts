/** Many codes at once: a word that all begin with, and an end that nobody guesses. */

/** The most that are made at once. */
export const mostAtOnce = 200;

/** Without those that are taken for each other when read from paper: 0 and O, 1, I and L. */
const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/** 31 to the eighth are more than 800 thousand million: guessing is hopeless, and two are hardly ever the same. */
const endLength = 8;

/** `count` different codes. `randomBytes` fills an array, as crypto.getRandomValues. */
export function manyCodes(
  { prefix, count }: { prefix: string; count: number },
  randomBytes: (into: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(prefix + randomEnd(randomBytes));
  return [...codes];
}

function randomEnd(randomBytes: (into: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): string {
  let end = "";
  while (end.length < endLength) {
    for (const byte of randomBytes(new Uint8Array(endLength))) {
      // A byte beyond the last whole alphabet would make its first letters likelier.
      if (byte < 256 - (256 % letters.length) && end.length < endLength)
        end += letters[byte % letters.length];
    }
  }
  return end;
}
