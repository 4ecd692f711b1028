/** Makes the page of a mailed link, whose token is behind the #. */
import type { ComponentType } from "react";
import { useLocation } from "react-router";

/** The page starts again for another link, because a browser only changes the address when just that part differs. */
export function pageOfLink(Page: ComponentType<{ token: string }>) {
  return function PageOfLink() {
    const { hash } = useLocation();
    return <Page key={hash} token={hash.slice(1)} />;
  };
}
