import type { ComponentType } from "react";
import { useLocation } from "react-router";

/** For another link to the same page a browser only changes the address, so `key` starts the page again. */
export function pageOfLink(Page: ComponentType<{ token: string }>) {
  return function PageOfLink() {
    const { hash } = useLocation();
    return <Page key={hash} token={hash.slice(1)} />;
  };
}
