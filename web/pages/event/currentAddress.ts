/** The current address of a page whose address was changed. Pure. */

/** Parts of addresses: the former one, and the current one. */
const renamed: readonly (readonly [string, string])[] = [
  ["/club/credential/", "/club/accounts/"],
  ["/landing-config", "/page-texts"],
  ["/form-builder", "/questions"],
  ["/closing", "/final-accounts"],
];

export function currentAddress(pathname: string): string {
  return renamed.reduce((address, [former, current]) => address.replace(former, current), pathname);
}
