import type { BodyInput } from "../../../../contract/all.ts";
import { isEmail } from "../../../../contract/rules/email.ts";
import { currencyRules } from "../../../../contract/rules/money/currencies.ts";
import { formatMoney, formatPercent } from "../../../../contract/rules/money/money.ts";
import { totalsOf } from "../../../../contract/rules/money/tax.ts";
import { leftOfPackage } from "../../../../contract/rules/packages.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import type { SponsorshipPackage } from "../../../../contract/shapes/sponsorshipPackage.ts";
import { amountExamples, minorUnitsOf } from "../../../forms/amounts.ts";
import { splitName } from "../../../words/names.ts";

export interface SupportValues {
  /** The id of a package, or an own amount; null before the choice. */
  readonly choice: number | "amount" | null;
  /** The own amount, as typed. */
  readonly amount: string;
  readonly name: string;
  readonly email: string;
  readonly organization: string;
  readonly phone: string;
  readonly message: string;
  /** Whether the event's page may name the giver. Null until chosen: `mayBeNamed` has the default. */
  readonly isPublic: boolean | null;
}

export const emptyValues: SupportValues = {
  choice: null,
  amount: "",
  name: "",
  email: "",
  organization: "",
  phone: "",
  message: "",
  isPublic: null,
};

export type SupportField = "choice" | "amount" | "name" | "email" | "organization" | "phone" | "message";
export type SupportProblems = Partial<Record<SupportField, string>>;

export interface SupportOffer {
  readonly packages: readonly SponsorshipPackage[];
  readonly currency: Currency;
}

/** Counts the package that the giver holds as available. */
export function withOwnPackage(
  packages: readonly SponsorshipPackage[],
  ownPackageId: number | null,
): SponsorshipPackage[] {
  return packages.map((sponsorPackage) =>
    sponsorPackage.id === ownPackageId && sponsorPackage.heldCount > 0
      ? {
          ...sponsorPackage,
          heldCount: sponsorPackage.heldCount - 1,
          ...(sponsorPackage.ticketsSuffice !== undefined && {
            ticketsSuffice: sponsorPackage.ticketsSuffice + 1,
          }),
        }
      : sponsorPackage,
  );
}

/** By default sponsors are named, and donors are not. */
export function mayBeNamed({ isPublic, choice }: SupportValues): boolean {
  return isPublic ?? typeof choice === "number";
}

export function problemsOf(values: SupportValues, { packages, currency }: SupportOffer): SupportProblems {
  const problems: SupportProblems = {};
  if (values.choice === null) problems.choice = "Choose a package, or an amount of your own.";
  else if (values.choice === "amount") {
    const amountMessage = amountProblem(values.amount, currency);
    if (amountMessage !== null) problems.amount = amountMessage;
  } else {
    const chosen = packages.find(({ id }) => id === values.choice);
    if (chosen === undefined) problems.choice = "This package is no longer offered. Choose another one.";
    else if (leftOfPackage(chosen) === 0) problems.choice = `${chosen.name} is sold out. Choose another one.`;
  }
  if (values.name.trim() === "") problems.name = "Enter your name.";
  if (!isEmail(values.email.trim())) problems.email = "Enter an e-mail address, such as name@example.org.";
  return problems;
}

function amountProblem(text: string, currency: Currency): string | null {
  if (text.trim() === "") return "Enter an amount.";
  const amount = minorUnitsOf(text, currency);
  if (amount === null) return `Enter an amount such as ${amountExamples(25, currency)}.`;
  const { leastDonation, most } = currencyRules[currency];
  if (amount < leastDonation) return `Enter at least ${formatMoney(leastDonation, currency)}.`;
  return amount > most ? `Enter at most ${formatMoney(most, currency)}.` : null;
}

/** In minor units; null without a valid choice. */
export function supportAmount(values: SupportValues, { packages, currency }: SupportOffer): number | null {
  if (values.choice === "amount")
    return amountProblem(values.amount, currency) === null ? minorUnitsOf(values.amount, currency) : null;
  const chosen = packages.find(({ id }) => id === values.choice);
  return chosen === undefined || leftOfPackage(chosen) === 0 ? null : chosen.price;
}

export function packageTaxWords(
  { taxRate }: Pick<SponsorshipPackage, "taxRate">,
  pricesIncludeTax: boolean,
): string | null {
  if (taxRate === null || taxRate.percent === 0) return null;
  return `${pricesIncludeTax ? "includes" : "plus"} tax (${formatPercent(taxRate.percent)})`;
}

/** With tax, in minor units; null without a valid choice. */
export function supportTotal(
  values: SupportValues,
  offer: SupportOffer,
  pricesIncludeTax: boolean,
): number | null {
  const amount = supportAmount(values, offer);
  if (amount === null) return null;
  const taxRate = offer.packages.find(({ id }) => id === values.choice)?.taxRate;
  const line = { unitPrice: amount, quantity: 1, taxRate };
  return totalsOf([line], { taxType: "percent", taxAmount: 0, pricesIncludeTax }).totalAmount;
}

/** Includes the shown price, so that the server can refuse if it has changed. */
export function bodyOf(
  values: SupportValues,
  offer: SupportOffer,
  eventId: number,
): BodyInput<"sponsorship/create"> {
  const amount = supportAmount(values, offer);
  return {
    eventId,
    ...(typeof values.choice === "number" && { packageId: values.choice }),
    ...(amount !== null && { amount }),
    sponsorData: {
      ...splitName(values.name),
      email: values.email.trim(),
      phone: values.phone,
      organization: values.organization,
      message: values.message,
    },
    isPublic: mayBeNamed(values),
  };
}

/** The field for a path in the server's refusal. */
export function fieldOfPath(path: string): SupportField | null {
  if (path === "packageId") return "choice";
  if (path === "amount") return "amount";
  const [, field] = /^sponsorData\.(\w+)$/.exec(path) ?? [];
  if (field === "firstName" || field === "lastName") return "name";
  return field === "email" || field === "organization" || field === "phone" || field === "message"
    ? field
    : null;
}
