/** How long a seller at the door can undo a sale on the device that made it. */

/** How long the device offers the undo: milliseconds from the press of the button that sells. */
export const saleUndoMs = 30_000;

/**
 * How much longer the server accepts the undo, because the network may be slow. The server counts from the moment it
 * recorded the sale, which is later than the press of the button.
 */
export const saleUndoExtraMs = 10_000;
