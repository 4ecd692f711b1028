/** Lock order: questions by id. */
import { takesOptions } from "../../contract/rules/questions/questions.ts";
import type { QuestionInput } from "../../contract/shapes/form.ts";
import { entryOfEvent, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { invalidInput } from "../domainError.ts";
import {
  hideQuestions,
  insertQuestion,
  lockQuestions,
  presentQuestion,
  type QuestionRow,
  questionsOfEvents,
  updateQuestion,
} from "./rows.ts";
import { type PlannedQuestion, showIfProblems } from "./showIfProblems.ts";

export const MOST_QUESTIONS = 100;

export interface SaveQuestionsInput {
  eventId: number;
  questions: readonly QuestionInput[];
  removedIds: readonly number[];
  /** The ids of the event's tickets. */
  tickets: readonly number[];
  actor: string;
}

/** Saves the questions, and returns all that the event now asks. Questions in neither list stay, after the others. */
export async function saveQuestions(
  tx: Tx,
  { eventId, questions, removedIds, tickets, actor }: SaveQuestionsInput,
): Promise<QuestionRow[]> {
  const before = await lockQuestions(tx, eventId);
  const known = new Map(before.map((row) => [row.id, row]));
  const removed = new Set(removedIds);
  const savedIds = new Set<number>();
  for (const [index, { id, ticketIds }] of questions.entries()) {
    // A question may keep a ticket that was removed meanwhile.
    const allowed = new Set([...tickets, ...(known.get(id ?? 0)?.ticket_ids ?? [])]);
    const unknownIndex = ticketIds?.findIndex((ticketId) => !allowed.has(ticketId)) ?? -1;
    if (unknownIndex !== -1)
      throw invalidInput({
        path: `payload.formQuestions.${index}.ticketIds.${unknownIndex}`,
        message: "is not a ticket of this event",
      });
    if (id === null || id === undefined) continue;
    const path = `payload.formQuestions.${index}.id`;
    if (!known.has(id)) throw invalidInput({ path, message: "is not a question of this event" });
    if (savedIds.has(id) || removed.has(id)) throw invalidInput({ path, message: "is in the list twice" });
    savedIds.add(id);
  }
  const rest = before.filter(({ id }) => !savedIds.has(id) && !removed.has(id));
  if (questions.length + rest.length > MOST_QUESTIONS)
    throw invalidInput({
      path: "payload.formQuestions",
      message: `must have at most ${MOST_QUESTIONS} entries`,
    });

  const planned = [
    ...questions.map((question, index) => plannedQuestion(questions, index, known.get(question.id ?? 0))),
    ...rest.map((row) => ({ ...presentQuestion(row), key: row.id, path: null })),
  ];
  const problems = showIfProblems(planned, (id) => `payload.rmQIds.${removedIds.indexOf(id)}`);
  if (problems.length > 0) throw invalidInput(...problems);

  const ids: number[] = [];
  for (const [index, question] of questions.entries())
    ids.push(await writeQuestion(tx, eventId, question, index));
  // Only now, because `showIf` may refer to new questions: -2 is the second of the list.
  for (const [index, { showIf }] of planned.slice(0, questions.length).entries())
    await updateQuestion(tx, ids[index]!, {
      show_if_question_id:
        showIf && (showIf.questionId < 0 ? ids[-showIf.questionId - 1]! : showIf.questionId),
      show_if_equals: showIf?.equals ?? null,
    });
  for (const [index, { id }] of rest.entries())
    await updateQuestion(tx, id, { sort_order: questions.length + index });
  // Other ids are ignored: somebody else may have removed the question.
  const hidden = before.filter(({ id }) => removed.has(id));
  const hiddenIds = hidden.map(({ id }) => id);
  await hideQuestions(tx, hiddenIds);
  const to = ids.map((id, index) => ({ id, text: questions[index]!.text }));
  await recordQuestions(tx, { eventId, actor, before, to, hidden });
  return questionsOfEvents(tx, [eventId]);
}

export interface QuestionsChange {
  eventId: number;
  actor: string;
  before: readonly Pick<QuestionRow, "id" | "text">[];
  to: readonly Pick<QuestionRow, "id" | "text">[];
  hidden: readonly Pick<QuestionRow, "id">[];
}

/** Writes a change of questions to the history. */
export async function recordQuestions(
  tx: Tx,
  { eventId, actor, before, to, hidden }: QuestionsChange,
): Promise<void> {
  const detail = {
    from: before.map(({ id, text }) => ({ id, text })),
    to: to.map(({ id, text }) => ({ id, text })),
    hidden: hidden.map(({ id }) => id),
  };
  await record(tx, entryOfEvent(eventId, { actor, action: "questionsSaved", detail }));
}

/** The question after the save: stored values fill missing `askedOf`, `askedWhen` and `showIf`. */
function plannedQuestion(
  questions: readonly QuestionInput[],
  index: number,
  row: QuestionRow | undefined,
): PlannedQuestion {
  const former = row === undefined ? null : presentQuestion(row);
  const question = questions[index]!;
  const { typeId, options, askedOf, askedWhen } = question;
  const showIf = question.showIf === undefined ? (former?.showIf ?? null) : question.showIf;
  const keyAt = (place: number) => questions[place]?.id ?? -place - 1;
  return {
    key: keyAt(index),
    path: `payload.formQuestions.${index}`,
    typeId,
    options: takesOptions(typeId) ? (options ?? []) : null,
    askedOf: askedOf ?? former?.askedOf ?? "guest",
    askedWhen: askedWhen ?? former?.askedWhen ?? "purchase",
    showIf: showIf && {
      ...showIf,
      questionId: showIf.questionId < 0 ? keyAt(-showIf.questionId - 1) : showIf.questionId,
    },
  };
}

async function writeQuestion(
  tx: Tx,
  eventId: number,
  question: QuestionInput,
  index: number,
): Promise<number> {
  const { id, typeId, text, required, showAtDoor, ticketIds, askedOf, askedWhen } = question;
  const columns = {
    type_id: typeId,
    text,
    required,
    options: takesOptions(typeId) ? (question.options ?? []) : null,
    sort_order: index,
    ...(showAtDoor === undefined ? {} : { shows_at_door: showAtDoor }),
    ...(ticketIds === undefined ? {} : { ticket_ids: idsOrNull(ticketIds) }),
    ...(askedOf === undefined ? {} : { asked_of: askedOf }),
    ...(askedWhen === undefined ? {} : { asked_when: askedWhen }),
  };
  if (id === null || id === undefined) return insertQuestion(tx, { ...columns, event_id: eventId });
  await updateQuestion(tx, id, columns);
  return id;
}

function idsOrNull(ids: readonly number[] | null): number[] | null {
  const sorted = [...new Set(ids)].sort((one, other) => one - other);
  return sorted.length === 0 ? null : sorted;
}
