import type { BodyInput } from "../../../../contract/all.ts";
import type { Event, LandingConfig } from "../../../../contract/shapes/event.ts";

/** An empty `accentColor` means no colour; the server saves it as null. */
export type LandingValues = Omit<LandingConfig, "accentColor"> & { accentColor: string; description: string };

/** The form's fields by the paths of refusals, where they differ. */
export const fieldOfPath: Readonly<Record<string, keyof LandingValues>> = {
  "landingConfig.heroTitle": "heroTitle",
  "landingConfig.heroSubtitle": "heroSubtitle",
  "landingConfig.overviewTitle": "overviewTitle",
  "landingConfig.overviewDescription": "overviewDescription",
  "landingConfig.accentColor": "accentColor",
};

export function valuesOf({
  description,
  landingConfig,
}: Pick<Event, "description" | "landingConfig">): LandingValues {
  return { ...landingConfig, accentColor: landingConfig.accentColor ?? "", description };
}

const colourPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Messages by field. */
export function problemsOf({ accentColor }: LandingValues): Record<string, string> {
  const isColour = accentColor === "" || colourPattern.test(accentColor);
  return isColour ? {} : { accentColor: "Enter a colour such as #c79f5a, or nothing." };
}

export function bodyOf(values: LandingValues, eventId: number): BodyInput<"event/save"> {
  const { description, ...landingConfig } = withoutEmptyParagraphs(values);
  return { id: eventId, description, landingConfig };
}

export function previewedEvent(event: Event, values: LandingValues): Event {
  const { description, accentColor, ...texts } = withoutEmptyParagraphs(values);
  return {
    ...event,
    description,
    landingConfig: { ...texts, accentColor: colourPattern.test(accentColor) ? accentColor : null },
  };
}

function withoutEmptyParagraphs(values: LandingValues): LandingValues {
  const { description, overviewDescription } = values;
  return {
    ...values,
    description: hasWords(description) ? description : "",
    overviewDescription: hasWords(overviewDescription) ? overviewDescription : "",
  };
}

/** An emptied editor leaves an empty paragraph. */
function hasWords(html: string): boolean {
  return html.replace(/<[^>]*>|&nbsp;|\s/g, "") !== "";
}
