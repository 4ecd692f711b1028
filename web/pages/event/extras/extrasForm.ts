import type { BodyInput } from "../../../../contract/all.ts";
import { holdLimits } from "../../../../contract/rules/holdLimits.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import type { Extras } from "../../../../contract/shapes/extras.ts";
import { amountExamples, amountText, minorUnitsOf, wholeNumberOf } from "../../../forms/amounts.ts";
import { takenText } from "../../../words/takenText.ts";
import { taxRateIdOf, taxRateText } from "../tax/taxChoices.ts";

/** An empty `maxStock` means no limit. */
export type ExtrasValues = {
  name: string;
  description: string;
  price: string;
  content: { name: string; quantity: string }[];
  maxStock: string;
  /** The id of a tax rate; empty for the event's tax. */
  taxRateId: string;
  isActive: boolean;
};

export function valuesOf(extras: Extras | null): ExtrasValues {
  return {
    name: extras?.name ?? "",
    description: extras?.description ?? "",
    price: extras === null ? "" : amountText(extras.price, extras.currency),
    content: (extras?.content ?? []).map(({ name, quantity }) => ({ name, quantity: String(quantity) })),
    maxStock: extras === null || extras.maxStock === null ? "" : String(extras.maxStock),
    taxRateId: taxRateText(extras?.taxRateId),
    isActive: extras?.isActive ?? true,
  };
}

const { quantity: maxQuantity } = holdLimits;

/** Messages by field. `taken` is the number sold and held. */
export function problemsOf(
  values: ExtrasValues,
  context: { currency: Currency; taken: number },
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (values.name.trim() === "") problems.name = "Give the extra a name.";
  if (minorUnitsOf(values.price, context.currency) === null)
    problems.price = `Enter an amount such as ${amountExamples(25, context.currency)}; 0 is free.`;
  for (const [index, line] of values.content.entries()) {
    if (line.name.trim() === "") problems[`content.${index}.name`] = "Say what it is.";
    const quantity = wholeNumberOf(line.quantity);
    if (quantity === null || quantity < 1 || quantity > maxQuantity)
      problems[`content.${index}.quantity`] = `1 to ${maxQuantity.toLocaleString("en-US")}.`;
  }
  const stock = wholeNumberOf(values.maxStock);
  if (values.maxStock.trim() !== "") {
    if (stock === null) problems.maxStock = "Enter a whole number, or nothing for no limit.";
    else if (stock < context.taken)
      problems.maxStock = `${takenText(context.taken)}, so there cannot be fewer.`;
  }
  return problems;
}

/** The request body of values without problems. */
export function bodyOf(
  values: ExtrasValues,
  context: { eventId: number; extrasId: number | null; currency: Currency },
): BodyInput<"event/saveExtras"> {
  return {
    newExtras: {
      eventId: context.eventId,
      ...(context.extrasId !== null && { id: context.extrasId }),
      name: values.name,
      description: values.description,
      price: minorUnitsOf(values.price, context.currency) ?? 0,
      content: values.content.map(({ name, quantity }) => ({ name, quantity: wholeNumberOf(quantity) ?? 1 })),
      maxStock: wholeNumberOf(values.maxStock),
      taxRateId: taxRateIdOf(values.taxRateId),
      isActive: values.isActive,
    },
  };
}
