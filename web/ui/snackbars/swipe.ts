/** A swipe of more than 50 px in any direction dismisses a snackbar (docs/product.md §4). */

/** A pointer's position, as in its events. */
interface Point {
  clientX: number;
  clientY: number;
}

export interface Swipe {
  fromX: number;
  fromY: number;
}

/** docs/product.md §9 */
export const swipeDistancePx = 50;

export function startSwipe({ clientX, clientY }: Point): Swipe {
  return { fromX: clientX, fromY: clientY };
}

/** How far the snackbar moves sideways with the pointer, in px. */
export function swipeOffset({ fromX }: Swipe, { clientX }: Point): number {
  return clientX - fromX;
}

/** Whether releasing here dismisses it. */
export function isDismissed({ fromX, fromY }: Swipe, { clientX, clientY }: Point): boolean {
  return Math.max(Math.abs(clientX - fromX), Math.abs(clientY - fromY)) > swipeDistancePx;
}
