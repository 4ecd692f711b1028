/** All SQL on the questions an event asks. */
import type { Selectable } from "kysely";
import type { FormQuestion } from "../../contract/form.ts";
import type { Db } from "../db/pool.ts";
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
  };
}
