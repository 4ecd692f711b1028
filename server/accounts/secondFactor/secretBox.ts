/**
 * Encrypts secrets, so that a copy of the database alone does not reveal them: AES-256-GCM under keys derived from the
 * server's secrets (HKDF, RFC 5869).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export interface SecretBox {
  /** `row` identifies the row: a copy in another row does not open. */
  seal(text: string, row: string): Buffer;
  /** Null if `sealed` is damaged, or was sealed for another row or with a secret that we do not have. */
  open(sealed: Buffer, row: string): string | null;
  /** The first bytes of each text sealed now. Other first bytes mean another secret or layout. */
  readonly mark: Buffer;
}

// A sealed text has: layout version (one byte), key id, nonce, tag, encrypted text.
const layout = 1;
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;

/** Makes a box. The first secret seals; texts sealed with `former` secrets can still be opened. */
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
