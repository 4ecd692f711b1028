/** The event's colour is for decorations. Texts and buttons keep our colours, which have enough contrast. */
import type { CSSProperties } from "react";

/** The style that sets the event's colour; undefined without one, or if it is not written as #rgb or #rrggbb. */
export function accentStyle(color: string | null): CSSProperties | undefined {
  return color !== null && /^#([0-9a-f]{3}){1,2}$/i.test(color)
    ? ({ "--eventAccent": color } as CSSProperties)
    : undefined;
}
