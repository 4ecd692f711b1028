/** Extras of one order. `reference` is the order's number. */
export interface PrintedPurchase {
  readonly items: readonly { readonly title: string; readonly quantity: number }[];
  readonly qrText: string;
  readonly reference: string;
  /** Printed, so that nobody shows a used code. */
  readonly isHandedOver: boolean;
}

/** The items as text: "2 × Dinner". */
export function itemWords({ items }: Pick<PrintedPurchase, "items">): string[] {
  return items.map(({ title, quantity }) => `${quantity} × ${title}`);
}

/** The line below a code. */
export function referenceWords({ reference, isHandedOver }: PrintedPurchase): string {
  return isHandedOver ? `${reference} · handed over` : reference;
}
