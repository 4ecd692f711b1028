/** The document's title: the page's own, then " | " and the product's name (docs/product.md §2). */

/** The product's name, for titles. */
export const productName = "Foyer";

/** "Checkout | Foyer"; a page without a title shows only the product's name. */
export function documentTitle(title: string | null): string {
  return title === null ? productName : `${title} | ${productName}`;
}

export function PageTitle({ title }: { title: string | null }) {
  return <title>{documentTitle(title)}</title>;
}
