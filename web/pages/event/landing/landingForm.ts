/** The texts of an event page as form values and as a request body. Pure. */
import type { BodyInput } from "../../../../contract/all.ts";
import type { Event, LandingConfig } from "../../../../contract/shapes/event.ts";

/** Texts as typed, the colour as #rrggbb or nothing. */
export type LandingValues = Omit<LandingConfig, "accentColor"> & { accentColor: string };

/** The initial values. */
export function valuesOf({ accentColor, ...texts }: LandingConfig): LandingValues {
  return { ...texts, accentColor: accentColor ?? "" };
}

const colourPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Messages by field. */
export function problemsOf({ accentColor }: LandingValues): Record<string, string> {
  const isColour = accentColor === "" || colourPattern.test(accentColor);
  return isColour ? {} : { accentColor: "Enter a colour such as #c79f5a, or nothing." };
}

/** The request body. */
export function bodyOf(values: LandingValues, eventId: number): BodyInput<"event/saveLandingConfig"> {
  return {
    id: eventId,
    ...values,
    overviewDescription: hasWords(values.overviewDescription) ? values.overviewDescription : "",
  };
}

/** The event with these values, for the preview. */
export function previewedEvent(event: Event, values: LandingValues): Event {
  const { accentColor } = values;
  const overviewDescription = hasWords(values.overviewDescription) ? values.overviewDescription : "";
  return {
    ...event,
    landingConfig: {
      ...values,
      overviewDescription,
      accentColor: colourPattern.test(accentColor) ? accentColor : null,
    },
  };
}

/** An emptied editor leaves an empty paragraph. */
function hasWords(html: string): boolean {
  return html.replace(/<[^>]*>|&nbsp;|\s/g, "") !== "";
}
