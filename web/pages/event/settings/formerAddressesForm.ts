import { formerAddressLimits, readFormerAddress } from "../../../../contract/rules/formerAddress.ts";

/** One per line, as typed. */
export type FormerAddressesValues = { addresses: string };

export function formerAddressesValues(addresses: readonly string[]): FormerAddressesValues {
  return { addresses: addresses.join("\n") };
}

export function addressesIn({ addresses }: FormerAddressesValues): string[] {
  return addresses
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Messages by field. */
export function formerAddressesProblems(values: FormerAddressesValues): Record<string, string> {
  const lines = addressesIn(values);
  const { count } = formerAddressLimits;
  if (lines.length > count) return { addresses: `Enter at most ${count} addresses.` };
  const problems = lines.flatMap((line) => readFormerAddress(line).problem ?? []);
  return problems.length === 0 ? {} : { addresses: problems.join(" ") };
}

/** The form has one field for all addresses of a request. */
export const fieldOfAddress: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: formerAddressLimits.count }, (_, index) => [`addresses.${index}`, "addresses"]),
);
