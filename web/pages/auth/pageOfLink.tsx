import type { ComponentType } from "react";
import { useLocation } from "react-router";

/** The token is behind the #. For another link a browser only changes the address, so `key` starts the page again. */
export function pageOfLink(Page: ComponentType<{ token: string }>) {
  return function PageOfLink() {
    const { hash } = useLocation();
    return <Page key={hash} token={hash.slice(1)} />;
  };
}
