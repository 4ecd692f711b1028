/** Fetches a file that needs the token. A link cannot do that, because the token goes in a header. */

import { saveFile } from "../lib/saveFile.ts";
import { beginRequest } from "../stores/progress.ts";
import { session } from "../stores/session.ts";
import { ApiError, noAnswerError } from "./apiError.ts";
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

/** Saves the file under the server's file name. @throws ApiError on a refusal or without an answer. */
export async function fetchFile(path: DownloadPath, query: object): Promise<void> {
  const endRequest = beginRequest();
  try {
    const headers = { authorization: session.get()?.token ?? "" };
    const reply = await fetch(`/api/${path}${queryText(query)}`, { headers }).catch(() => {
      throw noAnswerError();
    });
    if (!reply.ok) {
      const failure = (await reply.json().catch(() => null)) as { msg?: string } | null;
      const msg = failure?.msg ?? "The file could not be made. Please try again.";
      throw new ApiError({ status: reply.status, code: "unexpected", msg });
    }
    const name = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1];
    saveFile(await reply.blob(), name ?? "file");
  } finally {
    endRequest();
  }
}
