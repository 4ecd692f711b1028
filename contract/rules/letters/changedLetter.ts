/** Texts of the mail about a changed event. In contract/, because a page previews them. The caller escapes them. */
import type { HeadChange } from "../../shapes/eventChange.ts";

/** The texts that the mail and its preview have in common, in their order. */
export interface ChangedLetter {
  subject: string;
  news: string;
  advice: string;
  changes: { label: string; before: string; after: string }[];
}

const labels: Record<HeadChange["what"], string> = { name: "Name", time: "When", place: "Where" };
const nouns: Record<HeadChange["what"], string> = { name: "name", time: "time", place: "place" };

/** Writes these texts. `eventName` is the present name. */
export function changedLetter(eventName: string, changes: readonly HeadChange[]): ChangedLetter {
  const kinds = changes.map(({ what, isOtherDay }) => (isOtherDay ? "date" : nouns[what]));
  const list = new Intl.ListFormat("en-GB").format(kinds);
  const former = changes.find(({ what }) => what === "name")?.before;
  return {
    subject: `${former ?? eventName}: new ${list}`,
    news: `${former ?? eventName} has a new ${list}.`,
    advice: "Your tickets stay valid. Please note the change.",
    changes: changes.map(({ what, before, after }) => ({
      label: labels[what],
      before: before || "Not announced",
      after: after || "Not announced yet",
    })),
  };
}
