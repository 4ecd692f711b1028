/** A sponsorship package as form values and as a request body. Pure. */
import type { BodyInput } from "../../../../contract/all.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import type { SponsorshipPackage } from "../../../../contract/shapes/sponsorshipPackage.ts";
import { amountExamples, amountText, minorOf, wholeNumberOf } from "../../../forms/amounts.ts";

/** Texts as typed. An empty `availableCount` means no limit. */
export type PackageValues = {
  name: string;
  price: string;
  description: string;
  features: { text: string; included: boolean }[];
  availableCount: string;
  isActive: boolean;
};

/** The initial values; null for a new package. */
export function valuesOf(one: SponsorshipPackage | null): PackageValues {
  return {
    name: one?.name ?? "",
    price: one === null ? "" : amountText(one.price, one.currency),
    description: one?.description ?? "",
    features: (one?.features ?? []).map(({ text, included }) => ({ text, included })),
    availableCount: one === null || one.availableCount === -1 ? "" : String(one.availableCount),
    isActive: one?.isActive ?? true,
  };
}

/** Messages by field. `taken` is the number sold or held, the minimum of the limit. */
export function problemsOf(
  values: PackageValues,
  of: { currency: Currency; taken: number },
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (values.name.trim() === "") problems.name = "Give the package a name.";
  const price = minorOf(values.price, of.currency);
  if (price === null || price === 0)
    problems.price = `Enter an amount above 0, such as ${amountExamples(500, of.currency)}.`;
  for (const [index, { text }] of values.features.entries())
    if (text.trim() === "") problems[`features.${index}.text`] = "Say what the sponsor gets, or does not.";
  const count = wholeNumberOf(values.availableCount);
  if (values.availableCount.trim() !== "") {
    if (count === null) problems.availableCount = "Enter a whole number, or nothing for no limit.";
    else if (count < of.taken)
      problems.availableCount = `${of.taken.toLocaleString("en-US")} are sold or held, so there cannot be fewer.`;
  }
  return problems;
}

/** The request body. */
export function bodyOf(
  values: PackageValues,
  of: { eventId: number; packageId: number | null; currency: Currency },
): BodyInput<"sponsorship-package/save"> {
  return {
    ...(of.packageId === null ? { eventId: of.eventId } : { id: of.packageId }),
    name: values.name,
    price: minorOf(values.price, of.currency) ?? 0,
    description: values.description,
    features: values.features,
    availableCount: wholeNumberOf(values.availableCount) ?? -1,
    isActive: values.isActive,
  };
}
