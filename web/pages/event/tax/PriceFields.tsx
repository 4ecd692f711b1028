import { Textarea } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ClubTaxRate } from "../../../../contract/shapes/money/taxRate.ts";
import { MoneyField } from "../../../forms/MoneyField.tsx";
import { TaxField } from "./TaxField.tsx";
import { eventTaxWords } from "./taxChoices.ts";

interface PriceFieldsProps {
  event: Event;
  taxRates: readonly ClubTaxRate[];
  /** The saved tax rate; null for the event's tax. */
  chosenTaxRateId: number | null;
  fieldProps: (name: "description" | "price" | "taxRateId") => GetInputPropsReturnType;
}

export function PriceFields({ event, taxRates, chosenTaxRateId, fieldProps }: PriceFieldsProps) {
  return (
    <>
      <Textarea label="Description" autosize minRows={2} maxLength={2000} {...fieldProps("description")} />
      <MoneyField
        label="Price"
        required
        currency={event.currency}
        description="0 is free. A buyer who is paying now keeps the price that was shown."
        {...fieldProps("price")}
      />
      <TaxField
        rates={taxRates}
        chosenId={chosenTaxRateId}
        none={eventTaxWords(event)}
        {...fieldProps("taxRateId")}
      />
    </>
  );
}
