/** Where somebody on a waiting list sees their place, and by what a mail program takes them off it. */

interface EntryKey {
  id: number;
  access_key: string;
}

/** The page of a place, with its proof of ownership. */
export function waitingPageUrl(publicUrl: string, slug: string, { id, access_key }: EntryKey): string {
  const query = new URLSearchParams({ entry: String(id), accessKey: access_key });
  return `${publicUrl}/${slug}/waiting-list?${query.toString()}`;
}

/** The address for a mail's List-Unsubscribe header (server/http/unsubscribe.ts). */
export function unsubscribeUrl(publicUrl: string, { id, access_key }: EntryKey): string {
  const query = new URLSearchParams({ entryId: String(id), accessKey: access_key });
  return `${publicUrl}/api/waitingList/unsubscribe?${query.toString()}`;
}
