/** All SQL on the questions an event asks. */
import { type Selectable, sql } from "kysely";
import type { FormQuestion } from "../../contract/shapes/form.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

/** A question as stored. */
export type QuestionRow = Selectable<Schema["form_questions"]>;

/** The questions that several events ask, in order; hidden ones are left out. */
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

/** The fields of a question that staff set. */
export type NewQuestion = Pick<
  QuestionRow,
  "event_id" | "type_id" | "text" | "required" | "options" | "sort_order"
> & { shows_at_door?: boolean; ticket_ids?: number[] | null };

/** Locks an event's questions and returns them in order, without hidden ones. */
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

/** Writes a question. */
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

/**
 * Hides questions. They are never deleted: somebody may be answering one now, and given answers stay readable with
 * their question.
 */
export async function hideQuestions(tx: Tx, questionIds: readonly number[]): Promise<void> {
  if (questionIds.length === 0) return;
  await tx
    .updateTable("form_questions")
    .set({ is_hidden: true })
    .where("id", "in", [...questionIds])
    .execute();
}

/** Copies the questions that an event asks to another event, for the copied tickets. */
export async function copyQuestions(
  tx: Tx,
  { from, to, tickets }: { from: number; to: number; tickets: ReadonlyMap<number, number> },
): Promise<void> {
  const copies = JSON.stringify([...tickets].map(([was, copy]) => ({ was, copy })));
  // A question whose tickets were all deleted is asked of nobody. It is left out, because without tickets it would be
  // asked of all.
  await sql`insert into form_questions
      (event_id, type_id, text, required, options, sort_order, shows_at_door, ticket_ids)
    select ${to}, type_id, text, required, options, sort_order, shows_at_door,
      case when ticket_ids is not null then named.ids end
    from form_questions, lateral (select array_agg(copy order by copy) as ids
      from json_to_recordset(${copies}::json) as c (was bigint, copy bigint) where was = any(ticket_ids)) named
    where event_id = ${from} and not is_hidden and (ticket_ids is null or named.ids is not null)
    order by id`.execute(tx);
}

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
  };
}
