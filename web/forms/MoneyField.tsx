/** The value is typed text; amounts.ts converts it. */
import { TextInput, type TextInputProps } from "@mantine/core";
import type { Currency } from "../../contract/scalars.ts";

interface MoneyFieldProps extends Omit<TextInputProps, "type" | "inputMode" | "rightSection"> {
  currency: Currency;
}

export function MoneyField({ currency, ...input }: MoneyFieldProps) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span aria-hidden="true">{currency.toUpperCase()}</span>}
      rightSectionWidth="4rem"
      rightSectionPointerEvents="none"
      {...input}
    />
  );
}
