/** Extras of one order as mails and PDFs print them: what there is to be handed over, and the code for it. */

/** One purchase. `reference` is what a person at the door can type or read out. */
export interface PrintedPurchase {
  readonly items: readonly { readonly title: string; readonly quantity: number }[];
  readonly qrText: string;
  readonly reference: string;
  /** Whether it was handed over already, so that nobody shows the code in vain. */
  readonly isHandedOver: boolean;
}

/** What there is to be handed over: "2 × Dinner". */
export function itemWords({ items }: Pick<PrintedPurchase, "items">): string[] {
  return items.map(({ title, quantity }) => `${quantity} × ${title}`);
}

/** The line below a code. */
export function referenceWords({ reference, isHandedOver }: PrintedPurchase): string {
  return isHandedOver ? `${reference} · handed over` : reference;
}
