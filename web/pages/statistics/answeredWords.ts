import type { AnswerCounts } from "../../../contract/shapes/form.ts";

/** "40 of the 60 who are asked, and 2 who are not asked any more". */
export function answeredWords({
  answered,
  asked,
  noLongerAsked = 0,
}: Pick<AnswerCounts, "answered" | "asked" | "noLongerAsked">): string {
  const ofAsked = `${answered.toLocaleString("en-US")} of the ${asked.toLocaleString("en-US")} who are asked`;
  if (noLongerAsked === 0) return ofAsked;
  const others = `${noLongerAsked.toLocaleString("en-US")} who ${noLongerAsked === 1 ? "is" : "are"} not asked any more`;
  return asked === 0 ? others : `${ofAsked}, and ${others}`;
}
