/** Addresses of the pages that mails, calendar entries and replies link to (test/pageUrls.test.ts: as in web/paths.ts). */

/** `publicUrl` is the house's own address, without a slash at its end. */
export const pageUrls = {
  event: (publicUrl: string, slug: string) => `${publicUrl}/${encodeURIComponent(slug)}`,
  /** The proofs are made in letters/ticketPageUrl.ts, which says whose they are. */
  tickets: (publicUrl: string, slug: string, proof: Readonly<Record<string, string>>) =>
    withQuery(`${pageUrls.event(publicUrl, slug)}/tickets`, proof),
  waitingList: (publicUrl: string, slug: string, proof: Readonly<Record<string, string>>) =>
    withQuery(`${pageUrls.event(publicUrl, slug)}/waiting-list`, proof),
  /** The token is behind the #, where neither logs nor other sites see it. */
  resetPassword: (publicUrl: string, token: string) => `${publicUrl}/auth/Reset#${token}`,
  /** The door that a helper's link opens. */
  helperDoor: (publicUrl: string, secret: string) => `${publicUrl}/door/${secret}`,
};

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  return `${address}?${new URLSearchParams(query).toString()}`;
}
