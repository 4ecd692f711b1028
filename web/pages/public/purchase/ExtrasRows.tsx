import type { Extras } from "../../../../contract/shapes/extras.ts";
import { scarcityWords } from "../../../event/saleWords.ts";
import { type Choice, limitText, maxQuantityOf, type SaleOffer } from "../../../sale/choice.ts";
import { OfferRow } from "./OfferRow.tsx";

interface ExtrasRowsProps {
  offer: SaleOffer;
  choice: Choice;
  now: Date;
  isClosed: boolean;
  withCents: boolean;
  /** By the extra's id. */
  refusals: Readonly<Record<number, string>>;
  onChange: (id: number) => (quantity: number) => void;
}

export function ExtrasRows({ offer, choice, now, isClosed, withCents, refusals, onChange }: ExtrasRowsProps) {
  const { event, extras } = offer;
  return extras.map((extra) => (
    <OfferRow
      key={extra.id}
      id={`extra-${extra.id}`}
      title={extra.name}
      description={extra.description}
      content={contentOf(extra)}
      price={extra.price}
      currency={event.currency}
      withCents={withCents}
      scarcity={
        extra.currentStock === null ? null : scarcityWords(extra.currentStock, event.config.showTicketsLeft)
      }
      closed={isClosed ? "Not on sale" : extra.currentStock === 0 ? "Sold out" : null}
      value={choice.extras[extra.id] ?? 0}
      max={maxQuantityOf(offer, choice, "extras", extra.id, now)}
      limit={limitText(offer, choice, "extras", extra.id, now)}
      refusal={refusals[extra.id] ?? null}
      onChange={onChange(extra.id)}
    />
  ));
}

/** The parts of an extra; none if it has one part, once, because the extra's name says it. */
function contentOf({ content }: Extras): string[] {
  const [first, ...others] = content;
  if (others.length === 0 && (first?.quantity ?? 1) === 1) return [];
  return content.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name));
}
