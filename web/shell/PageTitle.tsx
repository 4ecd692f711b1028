/** The document's title: the event, the page's own, then " | " and the product's name (docs/product.md §2). */

/** The product's name, for titles. */
export const productName = "Foyer";

/**
 * "Checkout | Foyer", and "Gala Night: Checkout | Foyer" on a page of an event, so that tabs and search results of two
 * events differ. A page without a title shows the event or, without one, only the product's name.
 */
export function documentTitle(title: string | null, eventName: string | null = null): string {
  const parts = [eventName, title].filter((part) => part !== null && part !== "");
  return parts.length === 0 ? productName : `${parts.join(": ")} | ${productName}`;
}

export function PageTitle({
  title,
  eventName = null,
}: {
  title: string | null;
  eventName?: string | null | undefined;
}) {
  return <title>{documentTitle(title, eventName)}</title>;
}
