import { createContext, type RouterContextProvider } from "react-router";
import type { LoaderApi } from "./client.ts";

export const apiContext = createContext<LoaderApi>();

/** Whether the client answers with stored replies because the page could not be made (503). */
export const copyContext = createContext(false);

export function apiFrom(context: Readonly<RouterContextProvider>): LoaderApi {
  return context.get(apiContext);
}
