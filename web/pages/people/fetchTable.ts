/** Fetches a table as a file. The token goes in a header, so no link can do it. */
import { ApiError } from "../../api/apiError.ts";
import { saveFile } from "../../lib/saveFile.ts";
import { requestBegan } from "../../stores/progress.ts";
import { session } from "../../stores/session.ts";

/** The files there are. */
export type TablePath = "registration/downloadAttendees" | "registration/importTemplate";

/** Saves the file that the server names. @throws ApiError when it refuses. */
export async function fetchTable(path: TablePath, query: Record<string, string>): Promise<void> {
  const ended = requestBegan();
  try {
    const reply = await fetch(`/api/${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: session.get()?.token ?? "" },
    });
    if (!reply.ok) {
      const told = (await reply.json().catch(() => null)) as { msg?: string } | null;
      const msg = told?.msg ?? "The file could not be made. Please try again.";
      throw new ApiError({ status: reply.status, code: "unexpected", msg });
    }
    const name = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1];
    saveFile(await reply.blob(), name ?? "attendees");
  } finally {
    ended();
  }
}
