/** A link cannot fetch a file that needs the token, because the token goes in a header. */

import { saveFile } from "../lib/saveFile.ts";
import { beginRequest } from "../stores/progress.ts";
import { session } from "../stores/session.ts";
import { ApiError, noAnswerError } from "./apiError.ts";
import { api } from "./browser.ts";
import { queryText } from "./client.ts";

export type DownloadPath =
  | "club/archive"
  | "event/archive"
  | "event/closingPdf"
  | "event/closingSheet"
  | "order/downloadOrders"
  | "order/receiptPdf"
  | "registration/downloadAttendees"
  | "registration/importTemplate";

/** Saves the file, or leads to sign-in if the session has ended. @throws ApiError */
export async function fetchFile(path: DownloadPath, query: object): Promise<void> {
  const endRequest = beginRequest();
  try {
    const headers = { authorization: session.get()?.token ?? "" };
    const { reply, content } = await fetch(`/api/${path}${queryText(query)}`, { headers })
      .then(async (received) => ({ reply: received, content: await received.blob() }))
      .catch(() => {
        throw noAnswerError();
      });
    if (!reply.ok) {
      if (await hasSessionEnded(reply)) return;
      // The reply may be a proxy's page.
      const failure = (await new Response(content).json().catch(() => null)) as { msg?: string } | null;
      const msg = failure?.msg ?? "The file could not be made. Please try again.";
      throw new ApiError({ status: reply.status, code: "unexpected", msg });
    }
    const name = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1];
    saveFile(content, name ?? "file");
  } finally {
    endRequest();
  }
}

/**
 * After the end of a session, a file that visitors may get, such as a receipt, is not found (404). `api` leads to
 * sign-in if the session has ended.
 */
async function hasSessionEnded({ status }: Response): Promise<boolean> {
  if (status !== 440 && status !== 404) return false;
  return (await api.get("auth/me", undefined, { suppressFailure: true })) === undefined;
}
