/** "Checkout | Foyer", and "Gala Night: Checkout | Foyer" on a page of an event (docs/product.md §2). */
export function PageTitle({
  title,
  eventName = null,
}: {
  title: string | null;
  eventName?: string | null | undefined;
}) {
  const parts = [eventName, title].filter((part) => part !== null && part !== "");
  return <title>{parts.length === 0 ? "Foyer" : `${parts.join(": ")} | Foyer`}</title>;
}
