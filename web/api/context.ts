/** Loaders and actions get the client from the router's context, in the browser and on the server. */
import { createContext, type RouterContextProvider } from "react-router";
import type { LoaderApi } from "./client.ts";

/** Set where the context is made: main.tsx in the browser, server.tsx for each request. */
export const apiContext = createContext<LoaderApi>();

/** Whether the client answers with stored replies because the database is down. Then nothing can be sold. */
export const copyContext = createContext(false);

/** The client of this navigation. */
export function apiFrom(context: Readonly<RouterContextProvider>): LoaderApi {
  return context.get(apiContext);
}
