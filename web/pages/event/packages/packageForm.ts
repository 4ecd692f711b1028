import type { BodyInput } from "../../../../contract/all.ts";
import { holdLimits } from "../../../../contract/rules/holdLimits.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import type { SponsorshipPackage } from "../../../../contract/shapes/sponsorshipPackage.ts";
import { amountExamples, amountText, minorUnitsOf, wholeNumberOf } from "../../../forms/amounts.ts";
import { takenText } from "../../../words/takenText.ts";
import { taxRateIdOf, taxRateText } from "../tax/taxChoices.ts";

/** An empty `availableCount` means no limit, which is -1 in the API. */
export type PackageValues = {
  name: string;
  price: string;
  description: string;
  features: { text: string; included: boolean }[];
  availableCount: string;
  /** The id of a tax rate; empty for no tax. */
  taxRateId: string;
  isActive: boolean;
  /** The id of the ticket that it contains; empty for none. */
  ticketId: string;
  ticketCount: string;
};

export function valuesOf(sponsorPackage: SponsorshipPackage | null): PackageValues {
  return {
    name: sponsorPackage?.name ?? "",
    price: sponsorPackage === null ? "" : amountText(sponsorPackage.price, sponsorPackage.currency),
    description: sponsorPackage?.description ?? "",
    features: (sponsorPackage?.features ?? []).map(({ text, included }) => ({ text, included })),
    availableCount:
      sponsorPackage === null || sponsorPackage.availableCount === -1
        ? ""
        : String(sponsorPackage.availableCount),
    taxRateId: taxRateText(sponsorPackage?.taxRateId),
    isActive: sponsorPackage?.isActive ?? true,
    ticketId: String(sponsorPackage?.tickets?.ticketId ?? ""),
    ticketCount: String(sponsorPackage?.tickets?.quantity ?? ""),
  };
}

/** Messages by field. `taken` is the number sold and held. */
export function problemsOf(
  values: PackageValues,
  context: { currency: Currency; taken: number },
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (values.name.trim() === "") problems.name = "Give the package a name.";
  const price = minorUnitsOf(values.price, context.currency);
  if (price === null || price === 0)
    problems.price = `Enter an amount above 0, such as ${amountExamples(500, context.currency)}.`;
  for (const [index, { text }] of values.features.entries())
    if (text.trim() === "")
      problems[`features.${index}.text`] = "Enter what the sponsor gets or does not get.";
  const count = wholeNumberOf(values.availableCount);
  if (values.availableCount.trim() !== "") {
    if (count === null) problems.availableCount = "Enter a whole number, or nothing for no limit.";
    else if (count < context.taken)
      problems.availableCount = `${takenText(context.taken)}, so there cannot be fewer.`;
  }
  const ticketCount = wholeNumberOf(values.ticketCount);
  if (
    values.ticketId !== "" &&
    (ticketCount === null || ticketCount < 1 || ticketCount > holdLimits.quantity)
  )
    problems.ticketCount = `Enter a whole number from 1 to ${holdLimits.quantity.toLocaleString("en-US")}.`;
  return problems;
}

/** The request body of values without problems. */
export function bodyOf(
  values: PackageValues,
  context: { eventId: number; packageId: number | null; currency: Currency },
): BodyInput<"sponsorship-package/save"> {
  return {
    ...(context.packageId === null ? { eventId: context.eventId } : { id: context.packageId }),
    name: values.name,
    price: minorUnitsOf(values.price, context.currency) ?? 0,
    description: values.description,
    features: values.features,
    availableCount: wholeNumberOf(values.availableCount) ?? -1,
    taxRateId: taxRateIdOf(values.taxRateId),
    isActive: values.isActive,
    tickets:
      values.ticketId === ""
        ? null
        : { ticketId: Number(values.ticketId), quantity: wholeNumberOf(values.ticketCount) ?? 0 },
  };
}
