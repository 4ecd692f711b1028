/** Pages that the server links to. test/pageUrls.test.ts compares their addresses with web/paths.ts. */

/** `publicUrl` has no trailing slash. */
export const pageUrls = {
  event: (publicUrl: string, slug: string) => `${publicUrl}/${encodeURIComponent(slug)}`,
  club: (publicUrl: string, clubId: number) => `${publicUrl}/club/${clubId}`,
  findTickets: (publicUrl: string) => `${publicUrl}/find-tickets`,
  /** The proof comes from letters/ticketPageUrl.ts. */
  tickets: (publicUrl: string, slug: string, proof: Readonly<Record<string, string>>) =>
    withQuery(`${pageUrls.event(publicUrl, slug)}/tickets`, proof),
  sponsor: (publicUrl: string, slug: string, { id, access_key }: { id: number; access_key: string }) =>
    withQuery(`${publicUrl}/Pricing`, { event: slug, sponsorshipId: String(id), accessKey: access_key }),
  waitingList: (publicUrl: string, slug: string, proof: Readonly<Record<string, string>>) =>
    withQuery(`${pageUrls.event(publicUrl, slug)}/waiting-list`, proof),
  /** Tokens are in the fragment, which browsers do not send. */
  resetPassword: (publicUrl: string, token: string) => `${publicUrl}/auth/Reset#${token}`,
  teamInvitation: (publicUrl: string, token: string) => `${publicUrl}/auth/Invitation#${token}`,
  confirmClub: (publicUrl: string, token: string) => `${publicUrl}/auth/Confirm#${token}`,
  profile: (publicUrl: string) => `${publicUrl}/profile`,
  /** Confirms the address of an account. */
  confirmEmail: (publicUrl: string, token: string) => `${publicUrl}/auth/Email#${token}`,
  helperDoor: (publicUrl: string, secret: string) => `${publicUrl}/door/${secret}`,
};

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  return `${address}?${new URLSearchParams(query).toString()}`;
}
