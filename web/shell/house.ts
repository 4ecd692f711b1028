/** Our own origin, for links that others see: told by the server while it renders, and the browser's own after that. */
import { createContext, useContext } from "react";

export const OriginContext = createContext("");

/** "https://foyer.example", without a slash at its end. */
export function useOrigin(): string {
  return useContext(OriginContext);
}
