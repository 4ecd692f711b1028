/** Creates many codes. After a failure, the next attempt creates those that are missing. */
import { ApiError } from "../../../api/apiError.ts";
import { manyCodes } from "./manyCodes.ts";

/** Kept for the next attempt. */
export interface CodesProgress {
  /** The key of the latest attempt. Another key means that the form was changed. */
  key: string;
  /** The codes of the latest attempt that had no success reply yet. */
  left: string[];
  createdCount: number;
}

export function noProgress(): CodesProgress {
  return { key: "", left: [], createdCount: 0 };
}

interface CodesToSave {
  prefix: string;
  count: number;
  key: string;
  /** Undefined if the session has ended. */
  saveOne: (code: string, idempotencyKey: string) => Promise<object | undefined>;
}

/** Undefined if the session has ended. Throws ApiError. */
export async function saveCodes(
  { prefix, count, key, saveOne }: CodesToSave,
  progress: CodesProgress,
): Promise<CodesProgress | undefined> {
  if (progress.key !== key) {
    progress.key = key;
    // A code whose answer was lost may exist too. It is not counted.
    const request = { prefix, count: Math.max(0, count - progress.createdCount) };
    progress.left = manyCodes(request, (bytes) => crypto.getRandomValues(bytes));
  }
  try {
    for (let code = progress.left[0]; code !== undefined; code = progress.left[0]) {
      if ((await saveOne(code, `${key}-${code}`)) === undefined) return undefined;
      progress.left.shift();
      progress.createdCount++;
    }
  } catch (error) {
    if (!(error instanceof ApiError) || progress.createdCount === 0) throw error;
    const { status, code, payload } = error;
    const created = `${progress.createdCount} of ${count} codes are created. The next attempt creates the rest.`;
    throw new ApiError({ status, code, payload, msg: `${error.msg} ${created}` });
  }
  return progress;
}
