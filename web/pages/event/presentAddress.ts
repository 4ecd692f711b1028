/** The present address of a page that had another one. Pure. */

/** Segments of addresses: the former one, and the present one. */
const renamed: readonly (readonly [string, string])[] = [
  ["/club/credential/", "/club/accounts/"],
  ["/landing-config", "/page-texts"],
  ["/form-builder", "/questions"],
  ["/closing", "/final-accounts"],
];

export function presentAddress(pathname: string): string {
  return renamed.reduce((address, [former, present]) => address.replace(former, present), pathname);
}
