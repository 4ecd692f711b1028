/** Addresses of pages that the server links to. test/pageUrls.test.ts compares them with those of web/paths.ts. */

/** `publicUrl` is the public origin of the site, without a trailing slash. */
export const pageUrls = {
  event: (publicUrl: string, slug: string) => `${publicUrl}/${encodeURIComponent(slug)}`,
  /** A club's own page. */
  club: (publicUrl: string, clubId: number) => `${publicUrl}/club/${clubId}`,
  /** The page where people ask for a mail with the links to their tickets. */
  findTickets: (publicUrl: string) => `${publicUrl}/find-tickets`,
  /** letters/ticketPageUrl.ts makes the proofs. */
  tickets: (publicUrl: string, slug: string, proof: Readonly<Record<string, string>>) =>
    withQuery(`${pageUrls.event(publicUrl, slug)}/tickets`, proof),
  /** A sponsor's own page. */
  sponsor: (publicUrl: string, slug: string, { id, access_key }: { id: number; access_key: string }) =>
    withQuery(`${publicUrl}/Pricing`, { event: slug, sponsorshipId: String(id), accessKey: access_key }),
  waitingList: (publicUrl: string, slug: string, proof: Readonly<Record<string, string>>) =>
    withQuery(`${pageUrls.event(publicUrl, slug)}/waiting-list`, proof),
  /** The token is in the fragment, which browsers do not send. */
  resetPassword: (publicUrl: string, token: string) => `${publicUrl}/auth/Reset#${token}`,
  /** As with a new password, the token is in the fragment. */
  teamInvitation: (publicUrl: string, token: string) => `${publicUrl}/auth/Invitation#${token}`,
  /** The page that confirms a club's mail address; the token is in the fragment too. */
  confirmClub: (publicUrl: string, token: string) => `${publicUrl}/auth/Confirm#${token}`,
  profile: (publicUrl: string) => `${publicUrl}/profile`,
  /** The page that confirms another address of an account; the token is in the fragment too. */
  confirmEmail: (publicUrl: string, token: string) => `${publicUrl}/auth/Email#${token}`,
  /** The check-in page that a helper's link opens. */
  helperDoor: (publicUrl: string, secret: string) => `${publicUrl}/door/${secret}`,
};

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  return `${address}?${new URLSearchParams(query).toString()}`;
}
