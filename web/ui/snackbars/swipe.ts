/** A swipe of more than 50 px dismisses a snackbar (docs/product.md §4), whichever way it goes. */

/** Where a pointer is, as its events tell. */
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

export function swipeBegins({ clientX, clientY }: Point): Swipe {
  return { fromX: clientX, fromY: clientY };
}

/** How far the snackbar follows sideways, in px. */
export function swipeMoves({ fromX }: Swipe, { clientX }: Point): number {
  return clientX - fromX;
}

/** Whether letting go here dismisses. */
export function swipeEnds({ fromX, fromY }: Swipe, { clientX, clientY }: Point): boolean {
  return Math.max(Math.abs(clientX - fromX), Math.abs(clientY - fromY)) > swipeDistancePx;
}
