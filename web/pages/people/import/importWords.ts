import type { AttendeeImport } from "../../../../contract/shapes/people.ts";
import { type ImportCheck, peopleWords, rowsWords } from "./importRun.ts";

/** "48 of 50 people, 4 on the waiting list, 3 rows left out". */
export function importCountText({
  people,
  peopleLeft,
  leftOut,
  waitingList = 0,
  sponsors = 0,
  records = 0,
  takenBackAt,
}: AttendeeImport): string {
  const leftOfAll =
    takenBackAt === null && peopleLeft < people ? `${peopleLeft.toLocaleString("en-US")} of ` : "";
  const leftOutWords = leftOut === 0 ? "" : `, ${rowsWords(leftOut)} left out`;
  const waiting = waitingList === 0 ? "" : `, ${waitingList.toLocaleString("en-US")} on the waiting list`;
  const recordsWords = records === 0 ? "" : `, ${rowsWords(records)} of the other event kept for reading`;
  const withSponsors = sponsors === 0 ? "" : `, ${sponsorsWords(sponsors)}`;
  return `${leftOfAll}${peopleWords(people)}${waiting}${withSponsors}${recordsWords}${leftOutWords}`;
}

export function isThere({ peopleLeft, waitingList = 0, sponsors = 0, records = 0 }: AttendeeImport): boolean {
  return peopleLeft + waitingList + sponsors + records > 0;
}

export function deleteWords({ peopleLeft }: AttendeeImport): string {
  return peopleLeft === 0 ? "Delete import" : `Delete ${peopleWords(peopleLeft)}`;
}

export function partsWords({ waitingList = 0, sponsors = 0, records = 0 }: AttendeeImport): string | null {
  const entries = waitingList === 1 ? "1 entry" : `${waitingList.toLocaleString("en-US")} entries`;
  const parts = [
    ...(waitingList === 0 ? [] : [`${entries} of the waiting list`]),
    ...(sponsors === 0 ? [] : [sponsorsWords(sponsors)]),
    ...(records === 0 ? [] : [`${rowsWords(records)} of the other event`]),
  ];
  if (parts.length === 0) return null;
  const verb = waitingList + sponsors + records === 1 ? "is" : "are";
  return `${new Intl.ListFormat("en").format(parts)} ${verb} deleted.`;
}

function sponsorsWords(count: number): string {
  return count === 1 ? "1 sponsor" : `${count.toLocaleString("en-US")} sponsors`;
}

/** `takenBackTime` is in words, and null unless the import was taken back. */
export function importStateText(
  {
    takenBackBy,
    refusal,
    peopleLeft,
    peopleWaiting: inactive,
  }: Pick<AttendeeImport, "takenBackBy" | "refusal" | "peopleLeft" | "peopleWaiting">,
  takenBackTime: string | null,
): string | null {
  if (takenBackTime !== null) return `Taken back by ${takenBackBy}, ${takenBackTime}`;
  const howMany = inactive === peopleLeft ? "Not" : `${inactive.toLocaleString("en-US")} not`;
  const sentences = [
    ...(inactive === 0 ? [] : [`${howMany} yet active.`]),
    ...(refusal === null ? [] : [`Cannot be taken back. ${refusal}`]),
  ];
  return sentences.length === 0 ? null : sentences.join(" ");
}

export function inactiveWords(inactive: number, people: number): string | null {
  if (inactive === 0) return null;
  const some =
    inactive === people
      ? "Nobody is active yet: all hold"
      : inactive === 1
        ? "1 person is not yet active: they hold"
        : `${peopleWords(inactive)} are not yet active: they hold`;
  return `${some} their places, and the door refuses them until you activate the import in the list below.`;
}

/** "12 people are corrected and 96 are as they were." */
export function updateWords({ changed, newAddresses, unchanged, kept }: ImportCheck["update"]): string {
  const are = (count: number) => (count === 1 ? "is" : "are");
  const parts = [
    `${changed === 0 ? "Nobody" : peopleWords(changed)} ${changed === 0 ? "is" : are(changed)} corrected${newAddresses === 0 ? "" : ` (${newAddresses.toLocaleString("en-US")} with another e-mail address)`}`,
    ...(unchanged === 0
      ? []
      : [
          `${unchanged.toLocaleString("en-US")} ${are(unchanged)} as ${unchanged === 1 ? "it was" : "they were"}`,
        ]),
    ...(kept === 0
      ? []
      : [
          `${kept.toLocaleString("en-US")} ${kept === 1 ? "was changed here since and stays" : "were changed here since and stay"}`,
        ]),
  ];
  return `${new Intl.ListFormat("en").format(parts)}.`;
}

/** "Import 3 people and correct 12". */
export function startWords(people: number, changed: number): string {
  if (changed === 0) return `Import ${peopleWords(people)}`;
  if (people === 0) return `Correct ${peopleWords(changed)}`;
  return `Import ${peopleWords(people)} and correct ${changed.toLocaleString("en-US")}`;
}

export function doneWords(registered: number, corrected: number): string {
  const sentence = (count: number, what: string) =>
    count === 0 ? [] : [`${peopleWords(count)} ${count === 1 ? "is" : "are"} ${what}.`];
  return [...sentence(registered, "registered"), ...sentence(corrected, "corrected")].join(" ");
}

export function stillInactiveWords(inactive: number, people: number): string {
  const some =
    inactive === people
      ? "Nobody is"
      : inactive === 1
        ? "1 of them is not"
        : `${peopleWords(inactive)} of them are not`;
  return `${some} active yet: activate the import below.`;
}

/** What taking an import back does to tickets that were mailed to this number of addresses. */
export function mailedTicketsWords(addresses: number): string {
  if (addresses === 0) return "No ticket was mailed.";
  const to = addresses === 1 ? "1 address" : `${addresses.toLocaleString("en-US")} addresses`;
  return `Tickets were mailed to ${to}: the door refuses them from now on. Nobody gets a mail about it, so please inform these people yourself.`;
}

/** "3, 5, and 106 others": `rows` are the first of `count` rows. */
export function rowNumbersWords(rows: readonly number[], count: number): string {
  const names = rows.map((row) => row.toLocaleString("en-US"));
  const others = count - rows.length;
  if (others > 0) names.push(others === 1 ? "1 other" : `${others.toLocaleString("en-US")} others`);
  return new Intl.ListFormat("en").format(names);
}

export function registrationsWords(people: number, registrations: number): string {
  if (people === registrations) return "Each person becomes a free registration of their own.";
  const some =
    registrations === 1
      ? "1 free registration"
      : `${registrations.toLocaleString("en-US")} free registrations`;
  return `They become ${some}: people of one group or order, or of one e-mail address, belong together.`;
}

export function codeWords(count: number): string {
  const tickets = count === 1 ? "1 old ticket stays" : `${count.toLocaleString("en-US")} old tickets stay`;
  return `${tickets} valid at the door until you mail the new one. Its code lets its guest in once, also when the door is offline.`;
}

export function noEmailWords(count: number): string {
  return count === 1
    ? "1 person has no e-mail address, and neither has their buyer: their ticket cannot be mailed."
    : `${peopleWords(count)} have no e-mail address, and neither have their buyers: their tickets cannot be mailed.`;
}
