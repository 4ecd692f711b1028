/**
 * The oldest browsers that Foyer supports. The build targets them (tools/vite.config.ts), test/browsers checks the APIs
 * that pages call, and web/start.ts warns users of older browsers.
 */
export const oldestBrowsers = { safari: "16.4", chrome: "109", firefox: "115" } as const;

export const supportedBrowsersText = `Safari ${oldestBrowsers.safari}, Chrome ${oldestBrowsers.chrome}, Firefox ${oldestBrowsers.firefox} or newer`;
