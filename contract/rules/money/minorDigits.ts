import { currencyRules } from "./currencies.ts";

// The provider counts hundredths of these currencies (docs.stripe.com/currencies), but Intl gives them no decimals.
const inHundredths = "huf isk ugx afn all cop idr lak lbp mmk pkr sos std yer".split(" ");

const digitsByCurrency = new Map<string, number>(
  Object.entries(currencyRules).map(([code, { decimals }]) => [code, decimals]),
);
for (const code of inHundredths) digitsByCurrency.set(code, 2);

/** Digits after the point in any currency, because a provider's fees may be in one in which no event is sold. */
export function minorDigits(currency: string): number {
  const code = currency.toLowerCase();
  let digits = digitsByCurrency.get(code);
  if (digits === undefined) {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency: code.toUpperCase() });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    digitsByCurrency.set(code, digits);
  }
  return digits;
}
