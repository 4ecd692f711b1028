import type { Selectable } from "kysely";
import type { FormQuestion } from "../../contract/shapes/form.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type QuestionRow = Selectable<Schema["form_questions"]>;

/** The questions of events, in order; hidden ones are left out. */
export function questionsOfEvents(db: Db, eventIds: readonly number[]): Promise<QuestionRow[]> {
  return db
    .selectFrom("form_questions")
    .selectAll()
    .where("event_id", "in", [...eventIds])
    .where("is_hidden", "=", false)
    .orderBy("sort_order")
    .orderBy("id")
    .execute();
}

/** An event's questions that have answers, also hidden ones, in order. */
export function answeredQuestions(db: Db, eventId: number): Promise<QuestionRow[]> {
  return db
    .selectFrom("form_questions")
    .selectAll()
    .where("event_id", "=", eventId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("answers").whereRef("question_id", "=", "form_questions.id")),
    )
    .orderBy("sort_order")
    .orderBy("id")
    .execute();
}

/** The ids of an event's questions to the buyer, also of hidden ones, because their answers are kept. */
export async function buyerQuestionIds(db: Db, eventId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom("form_questions")
    .select("id")
    .where("event_id", "=", eventId)
    .where("asked_of", "=", "buyer")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export type NewQuestion = Pick<
  QuestionRow,
  "event_id" | "type_id" | "text" | "required" | "options" | "sort_order"
> &
  Partial<
    Pick<
      QuestionRow,
      "shows_at_door" | "ticket_ids" | "asked_of" | "asked_when" | "show_if_question_id" | "show_if_equals"
    >
  >;

/** Locks an event's questions, and returns those that are not hidden. */
export async function lockQuestions(tx: Tx, eventId: number): Promise<QuestionRow[]> {
  await tx
    .selectFrom("form_questions")
    .select("id")
    .where("event_id", "=", eventId)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return questionsOfEvents(tx, [eventId]);
}

/** Inserts a question and returns its id. */
export async function insertQuestion(tx: Tx, { options, ...question }: NewQuestion): Promise<number> {
  const { id } = await tx
    .insertInto("form_questions")
    .values({ ...question, options: options === null ? null : JSON.stringify(options) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a locked question. */
export async function updateQuestion(
  tx: Tx,
  questionId: number,
  { options, ...change }: Partial<Omit<NewQuestion, "event_id">>,
): Promise<void> {
  const optionsColumn =
    options === undefined ? {} : { options: options === null ? null : JSON.stringify(options) };
  await tx
    .updateTable("form_questions")
    .set({ ...change, ...optionsColumn })
    .where("id", "=", questionId)
    .execute();
}

/** Hides questions instead of deleting them, because given answers need them. */
export async function hideQuestions(tx: Tx, questionIds: readonly number[]): Promise<void> {
  if (questionIds.length === 0) return;
  await tx
    .updateTable("form_questions")
    .set({ is_hidden: true })
    .where("id", "in", [...questionIds])
    .execute();
}

/** Copies questions that are not hidden. `tickets` maps original to copy. */
export async function copyQuestions(
  tx: Tx,
  { from, to, tickets }: { from: number; to: number; tickets: ReadonlyMap<number, number> },
): Promise<void> {
  const copies = new Map<number, number>();
  const rows = await questionsOfEvents(tx, [from]);
  // A question is copied before those that depend on it.
  for (const row of [...rows.filter((one) => !dependsOnAnswer(one)), ...rows.filter(dependsOnAnswer)]) {
    const ticketIds = row.ticket_ids?.flatMap((id) => tickets.get(id) ?? []) ?? null;
    const shownBy = dependsOnAnswer(row) ? copies.get(row.show_if_question_id!) : null;
    // Without its tickets, a question would be asked of everybody. It is left out, with those that depend on it.
    if (ticketIds?.length === 0 || shownBy === undefined) continue;
    const { id, is_hidden: _isHidden, ...columns } = row;
    const copy = { ...columns, event_id: to, ticket_ids: ticketIds, show_if_question_id: shownBy };
    copies.set(id, await insertQuestion(tx, copy));
  }
}

const dependsOnAnswer = (row: QuestionRow): boolean => row.show_if_question_id !== null;

/** Presents a stored question. */
export function presentQuestion(row: QuestionRow): FormQuestion {
  return {
    id: row.id,
    eventId: row.event_id,
    typeId: row.type_id,
    text: row.text,
    required: row.required,
    options: row.options,
    sortOrder: row.sort_order,
    showAtDoor: row.shows_at_door,
    ticketIds: row.ticket_ids,
    askedOf: row.asked_of,
    askedWhen: row.asked_when,
    showIf:
      row.show_if_question_id === null
        ? null
        : { questionId: row.show_if_question_id, equals: row.show_if_equals! },
  };
}
