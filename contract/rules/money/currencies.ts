/** The currencies in which events are sold (docs/product.md §9). */

/** The rules of one currency. Amounts are in minor units. */
export interface CurrencyRule {
  /** The digits of minor units: 2 for cents. */
  decimals: number;
  /** The provider refuses a smaller payment. */
  least: number;
  /** The provider refuses a larger payment: it accepts eight digits. */
  most: number;
  /**
   * The first of 1, 2, 5, 10, 20, 50, … that is at least twice `least`: fees would use up much of a smaller donation.
   */
  leastDonation: number;
  suggestedDonations: readonly number[];
  /** Whether prices of a new event include the tax by default. */
  pricesIncludeTax: boolean;
  /** In imported files. "$" is in no list, because several currencies use it. */
  signs: readonly string[];
  /** Zones in which the form of a new event starts with this currency, or areas, for their zones not listed here. */
  zones: readonly string[];
}

/** `least` and `most` are from docs.stripe.com/currencies. */
const table = {
  usd: {
    decimals: 2,
    least: 50,
    most: 99_999_999,
    leastDonation: 100,
    suggestedDonations: [1000, 2500, 5000, 10_000],
    pricesIncludeTax: false,
    signs: [],
    zones: [],
  },
  gbp: {
    decimals: 2,
    least: 30,
    most: 99_999_999,
    leastDonation: 100,
    suggestedDonations: [1000, 2500, 5000, 10_000],
    pricesIncludeTax: true,
    signs: ["£"],
    zones: ["Europe/London"],
  },
  eur: {
    decimals: 2,
    least: 50,
    most: 99_999_999,
    leastDonation: 100,
    suggestedDonations: [1000, 2500, 5000, 10_000],
    pricesIncludeTax: true,
    signs: ["€"],
    zones: ["Europe"],
  },
  thb: {
    decimals: 2,
    least: 1000,
    most: 99_999_999,
    leastDonation: 2000,
    suggestedDonations: [20_000, 50_000, 100_000, 200_000],
    pricesIncludeTax: false,
    signs: ["฿"],
    zones: ["Asia/Bangkok"],
  },
} as const satisfies Readonly<Record<string, CurrencyRule>>;

type Code = keyof typeof table;

/** The rules of each currency. */
export const currencyRules: Readonly<Record<Code, CurrencyRule>> = table;

/** The codes, in the order of the forms. */
export const currencyCodes = Object.keys(table) as Code[];

/** The currency of an event if no other is chosen. */
export const defaultCurrency: Code = "usd";

/** The smallest donation in any currency, for a check before the event's currency is known. */
export const leastDonationOfAll = Math.min(...currencyCodes.map((code) => currencyRules[code].leastDonation));

/** The currency with which the form of a new event starts. */
export function currencyIn(timeZone: string): Code {
  const [area] = timeZone.split("/");
  const currencyOf = (zone: string) => currencyCodes.find((code) => currencyRules[code].zones.includes(zone));
  return currencyOf(timeZone) ?? currencyOf(area!) ?? defaultCurrency;
}

/** Whether the prices of a new event in this currency include the tax by default. */
export const pricesIncludeTaxByDefault = (currency: Code): boolean =>
  currencyRules[currency].pricesIncludeTax;
