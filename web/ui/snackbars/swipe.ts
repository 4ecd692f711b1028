/** A swipe of more than 50 px sideways, up or down dismisses a snackbar (docs/product.md §4). */

export interface SwipePoint {
  clientX: number;
  clientY: number;
}

/** docs/product.md §9 */
const swipeDistancePx = 50;

/** How far the snackbar moves sideways with the pointer, in px. */
export function swipeOffset(start: SwipePoint, { clientX }: SwipePoint): number {
  return clientX - start.clientX;
}

/** Whether releasing here dismisses it. */
export function isDismissed(start: SwipePoint, { clientX, clientY }: SwipePoint): boolean {
  return Math.max(Math.abs(clientX - start.clientX), Math.abs(clientY - start.clientY)) > swipeDistancePx;
}
