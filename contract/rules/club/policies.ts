/** The names of the legal pages, by field. */
export const policyNames = {
  imprintUrl: "Imprint",
  privacyUrl: "Privacy",
  termsUrl: "Terms",
  refundPolicyUrl: "Refund policy",
} as const;

/** The field of a legal page. */
export type PolicyField = keyof typeof policyNames;

/** The addresses of the legal pages; a page that does not exist is absent or null. */
export type PolicyUrls = { readonly [Field in PolicyField]?: string | null | undefined };

/** The fields in the order of the links. */
export const policyFields = Object.keys(policyNames) as PolicyField[];

/** The most characters of such an address. */
export const maxHttpsAddress = 500;

/** An https address in visible ASCII, without a user or a port. The host has a dot, and may be an IPv4 address. */
export const httpsPattern = /^https:\/\/[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+([/?#][!-~]*)?$/;

/** Whether a text can be the address of a legal page. */
export function isHttpsAddress(text: string): boolean {
  return text.length <= maxHttpsAddress && httpsPattern.test(text);
}

/** The links to the legal pages that exist. */
export function policyLinks(urls: PolicyUrls): { name: string; url: string }[] {
  return policyFields.flatMap((field) => {
    const url = urls[field];
    return url ? [{ name: policyNames[field], url }] : [];
  });
}
