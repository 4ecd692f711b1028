/** How a loader or action gets at the client: the router's context carries it, in the browser and on the server. */
import { createContext, type RouterContextProvider } from "react-router";
import type { LoaderApi } from "./client.ts";

/** Put in by whoever makes the context: main.tsx in the browser, server.tsx for each request. */
export const apiContext = createContext<LoaderApi>();

/** Whether the client's answers are of before: the house cannot reach what it knows, so nothing can be sold. */
export const copyContext = createContext(false);

/** The client of this navigation. */
export function apiFrom(context: Readonly<RouterContextProvider>): LoaderApi {
  return context.get(apiContext);
}
