/** Old parts of addresses, each with its replacement. */
const renamed: readonly (readonly [string, string])[] = [
  ["/club/credential/", "/club/accounts/"],
  ["/landing-config", "/page-texts"],
  ["/form-builder", "/questions"],
  ["/closing", "/final-accounts"],
];

export function currentAddress(pathname: string): string {
  return renamed.reduce((address, [old, current]) => address.replace(old, current), pathname);
}
