import { pageUrls } from "../pageUrls.ts";

interface EntryKey {
  id: number;
  access_key: string;
}

/** The page of an entry, with its proof of ownership. */
export function waitingPageUrl(publicUrl: string, slug: string, { id, access_key }: EntryKey): string {
  return pageUrls.waitingList(publicUrl, slug, { entry: String(id), accessKey: access_key });
}

/** The address for a mail's List-Unsubscribe header (server/routes/files/unsubscribe.ts). */
export function unsubscribeUrl(publicUrl: string, { id, access_key }: EntryKey): string {
  const query = new URLSearchParams({ entryId: String(id), accessKey: access_key });
  return `${publicUrl}/api/waitingList/unsubscribe?${query.toString()}`;
}
