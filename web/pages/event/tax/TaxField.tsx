import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import type { ClubTaxRate } from "../../../../contract/shapes/money/taxRate.ts";
import { taxChoices } from "./taxChoices.ts";

interface TaxFieldProps extends NativeSelectProps {
  rates: readonly ClubTaxRate[];
  /** The id of the stored rate. */
  chosenId: number | null;
  /** The label of the choice without a rate of the club. */
  none: string;
}

export function TaxField({ rates, chosenId, none, ...props }: TaxFieldProps) {
  const choices = taxChoices(rates, chosenId, none);
  return choices.length === 0 ? null : <NativeSelect label="Tax" data={choices} {...props} />;
}
