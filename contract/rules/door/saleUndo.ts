/** How long a device offers the undo, from the press of the button that sells. */
export const saleUndoMs = 30_000;

/** How much longer the server accepts the undo, from its own time of the sale: the network may be slow. */
export const saleUndoExtraMs = 10_000;
