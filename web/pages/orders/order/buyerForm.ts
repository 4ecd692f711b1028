import type { BodyOf } from "../../../../contract/all.ts";
import { isEmail } from "../../../../contract/rules/email.ts";
import type { Sponsorship } from "../../../../contract/shapes/sponsorship.ts";

/** `organization` and `message` stay empty without a sponsor. */
export type BuyerValues = {
  firstName: string;
  lastName: string;
  email: string;
  organization: string;
  message: string;
};

/** The buyer as saved; `email` is null if it is unknown. */
export interface KnownBuyer {
  firstName: string;
  lastName: string;
  email: string | null;
  sponsor: Pick<Sponsorship["sponsorData"], "organization" | "message"> | null;
}

export function valuesOf({ firstName, lastName, email, sponsor }: KnownBuyer): BuyerValues {
  const { organization = "", message = "" } = sponsor ?? {};
  return { firstName, lastName, email: email ?? "", organization, message };
}

/** Messages by field. An unknown address may stay empty. */
export function problemsOf(values: BuyerValues, knownBuyer: KnownBuyer): Record<string, string> {
  const problems: Record<string, string> = {};
  if (values.firstName.trim() === "") problems.firstName = "Please give a name.";
  const email = values.email.trim();
  if (email === "" && knownBuyer.email !== null) problems.email = "Please give an address.";
  if (email !== "" && !isEmail(email)) problems.email = "This is not an e-mail address.";
  return problems;
}

/** The request body, with only the changed fields. */
export function bodyOf(
  values: BuyerValues,
  knownBuyer: KnownBuyer,
  orderId: number,
): BodyOf<"order/changeBuyer"> {
  const knownValues = valuesOf(knownBuyer);
  const buyerFields = ["firstName", "lastName", "email"] as const;
  const sponsorFields = knownBuyer.sponsor === null ? [] : (["organization", "message"] as const);
  const changed = [...buyerFields, ...sponsorFields].filter(
    (name) => values[name].trim() !== knownValues[name],
  );
  return { orderId, ...Object.fromEntries(changed.map((name) => [name, values[name].trim()])) };
}

export function isOtherAddress({ email }: BuyerValues, knownBuyer: KnownBuyer): boolean {
  return email.trim() !== "" && email.trim() !== (knownBuyer.email ?? "");
}
