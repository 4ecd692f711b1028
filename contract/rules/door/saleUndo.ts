/** From the press of the button that sells. */
export const saleUndoMs = 30_000;

/** The server accepts the undo longer, because the network may be slow. */
export const saleUndoExtraMs = 10_000;
