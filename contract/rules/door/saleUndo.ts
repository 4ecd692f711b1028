/** How long a seller at the door can undo a sale on the device that made it. */

/** The time in which a device offers it, in milliseconds, from the press of the button that sold. */
export const saleUndoMs = 30_000;

/**
 * What the server allows beyond that: the request's way over a slow network. The server counts by its own clock, from the
 * moment it recorded the sale, which is later than the press of the button.
 */
export const saleUndoAllowanceMs = 10_000;
