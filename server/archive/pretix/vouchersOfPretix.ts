import type { Currency } from "../../../contract/scalars.ts";
import type { WrittenEventFile } from "../../../contract/shapes/eventFile.ts";
import { promoCodeText } from "../../../contract/shapes/promoCode.ts";
import { unpayablePrice } from "../../promoCodes/payablePrices.ts";
import type { LeftOutCounts } from "../leftOut.ts";
import type { PretixOffer, PretixOffers } from "./offersOfPretix.ts";
import type { PretixAnswers, PretixVoucher } from "./shapes.ts";
import { minorOf } from "./words.ts";

type PromoCode = WrittenEventFile["promoCodes"][number];

const maxCodes = 5000;

interface VoucherRule {
  offers: PretixOffers;
  quotas: PretixAnswers["quotas"];
  currency: Currency;
}

/** The vouchers that can become promo codes; `leftOut` counts the others by reason. */
export function vouchersOfPretix(
  vouchers: readonly PretixVoucher[],
  { leftOut, ...rule }: VoucherRule & { leftOut: LeftOutCounts },
): PromoCode[] {
  const codes: PromoCode[] = [];
  const taken = new Set<string>();
  for (const voucher of vouchers) {
    const code = promoCodeOf(voucher, rule);
    const name = voucher.code.toLowerCase();
    if (typeof code === "string") leftOut.add(code);
    else if (taken.has(name) || codes.length === maxCodes)
      leftOut.add("vouchers that are there twice or beyond 5,000");
    else {
      taken.add(name);
      codes.push({ ...code, id: codes.length + 1 });
    }
  }
  return codes;
}

/** Returns the promo code, or the reason why there is none. */
function promoCodeOf(
  voucher: PretixVoucher,
  { offers, quotas, currency }: VoucherRule,
): Omit<PromoCode, "id"> | string {
  const left = voucher.max_usages - voucher.redeemed;
  if (left < 1) return "vouchers that are used up";
  if (!promoCodeText.safeParse(voucher.code).success) return "vouchers whose code Foyer does not take";
  if (voucher.budget !== null && voucher.budget !== undefined) return "vouchers with a budget";
  if (voucher.min_usages > 1) return "vouchers for several tickets at once";
  const isForAll = !voucher.item && !voucher.quota;
  const chosen = isForAll ? offers.all : offersOfVoucher(voucher, { offers, quotas });
  const tickets = chosen.filter(({ isTicket }) => isTicket);
  if (tickets.length === 0) return "vouchers for no ticket";
  const effect = effectOf(voucher, { tickets, currency });
  if (typeof effect === "string") return effect;
  const ticketIds = isForAll && effect.kind !== "access" ? null : tickets.map(({ id }) => id);
  const row = { ...effect, ticket_ids: ticketIds };
  const rows = tickets.map(({ id, title, price, isHidden }) => ({ id, title, price, is_hidden: isHidden }));
  if (unpayablePrice(row, rows, currency) !== null) return "vouchers that leave too little to pay";
  return { code: voucher.code, ...effect, ticketIds, maxUses: left, endsAt: voucher.valid_until ?? null };
}

function offersOfVoucher(
  voucher: PretixVoucher,
  { offers, quotas }: Pick<VoucherRule, "offers" | "quotas">,
): PretixOffer[] {
  const quota = quotas.find(({ id }) => id === voucher.quota);
  if (quota !== undefined) return offers.inQuota(quota);
  return offers.all.filter(
    ({ item, variation }) => item === voucher.item && (!voucher.variation || variation === voucher.variation),
  );
}

function effectOf(
  { price_mode: mode, value }: PretixVoucher,
  { tickets, currency }: { tickets: readonly PretixOffer[]; currency: Currency },
): (Pick<PromoCode, "kind"> & { value: number }) | string {
  if (mode === "none")
    return tickets.every(({ isHidden }) => isHidden)
      ? { kind: "access", value: 0 }
      : "vouchers that change no price";
  const number = Number(value ?? 0);
  if (mode === "percent")
    return number > 0 && number <= 100 ? { kind: "percent", value: number } : "vouchers that change no price";
  const amount = minorOf(value ?? "0", currency);
  if (mode === "subtract")
    return amount > 0 ? { kind: "amount", value: amount } : "vouchers that change no price";
  // A discount by an amount can only replace a set price if all tickets of the voucher have one price.
  const [price, ...others] = new Set(tickets.map((ticket) => ticket.price));
  if (mode !== "set" || others.length > 0) return "vouchers that set the price of different tickets";
  return price! > amount
    ? { kind: "amount", value: price! - amount }
    : "vouchers that set a price that is not lower";
}
