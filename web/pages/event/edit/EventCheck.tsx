/** The answer to the button "Check", which saves nothing: what the event from the file or from pretix would contain. */
import type { PayloadOf } from "../../../../contract/all.ts";
import { checkedWords } from "./checkedWords.ts";

export function EventCheck({ result: { name, imported } }: { result: PayloadOf<"event/fromArchive"> }) {
  const { leftOut } = imported;
  return (
    <>
      {checkedWords(name, imported).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {leftOut.length > 0 && (
        <>
          <p>Not imported:</p>
          <ul>
            {leftOut.map(({ text, count }) => (
              <li key={text}>
                {text}: {count.toLocaleString("en-US")}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
