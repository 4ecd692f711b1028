/** A swipe sideways, up or down dismisses a snackbar (docs/product.md §4). */

export interface SwipePoint {
  clientX: number;
  clientY: number;
}

/** The distance of docs/product.md §9. */
const swipeDistancePx = 50;

export function swipeOffset(start: SwipePoint, { clientX }: SwipePoint): number {
  return clientX - start.clientX;
}

export function isDismissed(start: SwipePoint, { clientX, clientY }: SwipePoint): boolean {
  return Math.max(Math.abs(clientX - start.clientX), Math.abs(clientY - start.clientY)) > swipeDistancePx;
}
