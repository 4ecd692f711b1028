/**
 * Encrypts stored texts that must be read again, so that a copy of the database alone does not reveal them: AES-256-GCM
 * under keys derived from the server's secrets (HKDF, RFC 5869). Invariant: a sealed text opens only for the row it was
 * sealed for, with the secret it was sealed with.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Seals texts and opens them. */
export interface SecretBox {
  /** The sealed form of a text. `row` identifies its row: a copy in another row does not open. */
  seal(text: string, row: string): Buffer;
  /** The text; null if it was sealed with a secret that we do not have or for another row, or is damaged. */
  open(sealed: Buffer, row: string): string | null;
  /** The first bytes of a text sealed now. Other first bytes mean another secret or layout. */
  readonly mark: Buffer;
}

// A sealed text is: one byte for the version of this layout, the key id, nonce, tag and encrypted text.
const layout = 1;
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;

/** Creates a box. The first secret seals texts. Texts that former secrets sealed can still be opened. */
export function openSecretBox([secret, ...former]: readonly string[]): SecretBox {
  if (secret === undefined) throw new Error("A box needs a secret.");
  const current = keyOf(secret);
  const keys = [current, ...former.map(keyOf)];
  return {
    mark: current.mark,
    seal(text, row) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce).setAAD(Buffer.from(row));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([current.mark, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, row) {
      const key = keys.find(({ mark }) => mark.equals(sealed.subarray(0, mark.length)));
      const rest = sealed.subarray(current.mark.length);
      if (key === undefined || rest.length < nonceBytes + tagBytes) return null;
      const nonce = rest.subarray(0, nonceBytes);
      const tag = rest.subarray(nonceBytes, nonceBytes + tagBytes);
      const decipher = createDecipheriv("aes-256-gcm", key.key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(row))
        .setAuthTag(tag);
      try {
        const body = decipher.update(rest.subarray(nonceBytes + tagBytes));
        return Buffer.concat([body, decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}

function keyOf(secret: string): { key: Buffer; mark: Buffer } {
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, "", `foyer second factors, ${purpose}`, bytes));
  return { key: derived("key", 32), mark: Buffer.from([layout, ...derived("name of the key", keyIdBytes)]) };
}
