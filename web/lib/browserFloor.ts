/**
 * The oldest browsers that Foyer supports. The build targets them (tools/vite.config.ts), test/browsers checks the APIs
 * that pages call, and web/start.ts tells users of older browsers.
 */
export const browserFloor = { safari: "16.4", chrome: "109", firefox: "115" } as const;

/** The supported browsers, as text. */
export const worksIn = `Safari ${browserFloor.safari}, Chrome ${browserFloor.chrome}, Firefox ${browserFloor.firefox} or newer`;
