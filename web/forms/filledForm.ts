/**
 * What is filled into a form, as a text: two forms with the same text are filled alike. From it come whether anything
 * has changed, and the Idempotency-Key of one filled form (docs/wire.md §1). Pure.
 */
import { newKey } from "../lib/newKey.ts";

/** The text of a form's values. Of a file it has what tells it from another. */
export function filledText(values: unknown): string {
  return JSON.stringify(values, (_, value: unknown) =>
    value instanceof File ? [value.name, value.type, value.size, value.lastModified] : value,
  );
}

/** Gives keys: the same one as long as the same is sent. */
export interface SubmissionKeys {
  keyFor(filled: string): string;
  /** What was sent has been done: the same once more is another thing. */
  renew(): void;
}

/** Makes the keys of one form; tests bring their own source. */
export function submissionKeys(makeKey: () => string = newKey): SubmissionKeys {
  let latest: { filled: string; key: string } | null = null;
  return {
    keyFor: (filled) => {
      if (latest?.filled !== filled) latest = { filled, key: makeKey() };
      return latest.key;
    },
    renew: () => {
      latest = null;
    },
  };
}
