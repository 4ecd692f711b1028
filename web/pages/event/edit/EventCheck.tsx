/** What a check found of an event that can be made of a file, or of one in pretix. */
import type { PayloadOf } from "../../../../contract/all.ts";
import { checkedWords } from "./checkedWords.ts";

interface EventCheckProps {
  made: PayloadOf<"event/fromArchive">;
}

export function EventCheck({ made: { name, imported } }: EventCheckProps) {
  const { leftOut } = imported;
  return (
    <>
      {checkedWords(name, imported).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {leftOut.length > 0 && (
        <>
          <p>Not kept:</p>
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
