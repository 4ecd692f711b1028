/** The answer to the button "Check": the contents of the event that an import would create. */
import type { PayloadOf } from "../../../../contract/all.ts";
import { filledText } from "../../../act/filledText.ts";
import { checkedWords } from "./checkedWords.ts";

export interface Checked {
  values: unknown;
  result: PayloadOf<"event/fromArchive">;
}

export function EventCheck({ checked, values }: { checked: Checked | null; values: unknown }) {
  const isCurrent = checked !== null && filledText(checked.values) === filledText(values);
  return <div role="status">{isCurrent && <Contents {...checked.result} />}</div>;
}

function Contents({ name, imported }: Checked["result"]) {
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
