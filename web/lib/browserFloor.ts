/**
 * The oldest browsers that Foyer works in. The build writes for them (tools/vite.config.ts), test/browsers holds what
 * the pages call to it, and web/start.ts tells a reader whose browser is older.
 */
export const browserFloor = { safari: "16.4", chrome: "109", firefox: "115" } as const;

/** The browsers that work, as a sentence names them. */
export const worksIn = `Safari ${browserFloor.safari}, Chrome ${browserFloor.chrome}, Firefox ${browserFloor.firefox} or newer`;
