import type { Tx } from "../../db/pool.ts";
import { insertQuestion, lockQuestions } from "../../forms/rows.ts";
import { recordQuestions } from "../../forms/saveQuestions.ts";
import type { PeopleFile } from "./readPeople.ts";

/** `key` is its id in the file's answers. */
export interface ImportQuestion {
  key: number;
  id: number;
  text: string;
}

/** Makes the questions that somebody in the file answers. One that was made meanwhile is used instead. */
export async function makeQuestions(
  tx: Tx,
  { newQuestions, registrations }: Pick<PeopleFile, "newQuestions" | "registrations">,
  { eventId, actor }: { eventId: number; actor: string },
): Promise<ImportQuestion[]> {
  if (newQuestions.length === 0) return [];
  const answered = new Set(
    registrations.flatMap(({ rows }) => rows.flatMap(({ answers }) => Object.keys(JSON.parse(answers)))),
  );
  const before = await lockQuestions(tx, eventId);
  const made: ImportQuestion[] = [];
  for (const question of newQuestions.filter(({ id }) => answered.has(String(id)))) {
    const { id: key, text, type_id, required, options, asked_of, asked_when } = question;
    const same = before.find((one) => one.text === text && one.type_id === type_id);
    const sort_order = Math.max(-1, ...before.map((one) => one.sort_order)) + 1 + made.length;
    const columns = { event_id: eventId, type_id, text, required, options, sort_order, asked_of, asked_when };
    made.push({ key, text, id: same?.id ?? (await insertQuestion(tx, columns)) });
  }
  const added = made.filter(({ id }) => before.every((one) => one.id !== id));
  if (added.length > 0)
    await recordQuestions(tx, { eventId, actor, before, to: [...before, ...added], hidden: [] });
  return made;
}
