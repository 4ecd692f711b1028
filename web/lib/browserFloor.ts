/** The oldest browsers that Foyer supports. */
export const oldestBrowsers = { safari: "16.4", chrome: "109", firefox: "115" } as const;

export const supportedBrowsersText = `Safari ${oldestBrowsers.safari}, Chrome ${oldestBrowsers.chrome}, Firefox ${oldestBrowsers.firefox} or newer`;
