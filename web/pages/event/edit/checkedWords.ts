/** The result of the button "Check", in sentences. */
import type { PayloadOf } from "../../../../contract/all.ts";
import { recordWords } from "../../../../contract/rules/recordWords.ts";

type Imported = PayloadOf<"event/fromArchive">["imported"];

/** Without `leftOut`, which EventCheck.tsx lists. */
export function checkedWords(
  name: string,
  { people, waitingList = 0, sponsors = 0, records = [], unkeptFields }: Imported,
): string[] {
  const count = (number: number) => number.toLocaleString("en-US");
  const contents = [
    ...(people === 0 ? [] : [people === 1 ? "1 person" : `${count(people)} people`]),
    ...(waitingList === 0 ? [] : [`${count(waitingList)} on the waiting list`]),
    ...(sponsors === 0 ? [] : [sponsors === 1 ? "1 sponsor" : `${count(sponsors)} sponsors`]),
  ];
  const list = (parts: readonly string[]) => new Intl.ListFormat("en").format(parts);
  const keptRecords = recordWords(records);
  return [
    `“${name}” can be added${contents.length === 0 ? "" : ` with ${list(contents)}`}.`,
    ...(keptRecords.length === 0 ? [] : [`Only in its archive, not in the event: ${list(keptRecords)}.`]),
    ...(unkeptFields.length === 0 ? [] : [`Additional fields that are not imported: ${list(unkeptFields)}.`]),
  ];
}
