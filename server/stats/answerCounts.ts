import { sql } from "kysely";
import { CHECKBOXES } from "../../contract/rules/questions/questions.ts";
import type { AnswerCounts } from "../../contract/shapes/form.ts";
import type { Db } from "../db/pool.ts";
import { isAskedOfAttendee } from "../registrations/missing.ts";

const maxTexts = 20;

interface CountedQuestion extends Omit<AnswerCounts, "moreAnswers"> {
  options: string[] | null;
}

/** Counts the answers of active registrations by question. Removed questions come last, if they have answers. */
export async function answerCountsOf(db: Db, eventId: number): Promise<AnswerCounts[]> {
  const { rows } = await sql<CountedQuestion>`
    with given as materialized (
      select w.question_id, w.answer
      from attendees a join registrations r on r.id = a.registration_id join answers w on w.attendee_id = a.id
      where a.event_id = ${eventId} and r.state = 'active'
    ), counted as (
      select q.id, line as answer, count(*)::int as count
      from form_questions q join given g on g.question_id = q.id
        cross join lateral unnest(case when q.type_id = ${CHECKBOXES}
          then string_to_array(g.answer, E'\n') else array[g.answer] end) as line
      where q.event_id = ${eventId}
      group by q.id, line
    )
    select q.id as "questionId", q.type_id as "typeId", q.text, q.options, people.*,
      coalesce((select json_agg(json_build_object('answer', c.answer, 'count', c.count)
        order by c.count desc, c.answer) from counted c where c.id = q.id), '[]') as answers
    from form_questions q cross join lateral (
      select count(*) filter (where is_asked)::int as asked,
        count(*) filter (where is_asked and has_answered)::int as answered,
        count(*) filter (where not is_asked and has_answered)::int as "noLongerAsked"
      from (
        select not q.is_hidden and ${isAskedOfAttendee} as is_asked, w.attendee_id is not null as has_answered
        from attendees a join registrations r on r.id = a.registration_id
          left join answers w on w.attendee_id = a.id and w.question_id = q.id
        where a.event_id = q.event_id and r.state = 'active'
      ) as one
    ) as people
    where q.event_id = ${eventId} and (not q.is_hidden or exists (select from given g where g.question_id = q.id))
    order by q.is_hidden, q.sort_order, q.id`.execute(db);
  return rows.map(presentCounts);
}

function presentCounts({ options, answers, ...question }: CountedQuestion): AnswerCounts {
  if (options === null) {
    const shown = answers.slice(0, maxTexts);
    return { ...question, answers: shown, moreAnswers: answers.length - shown.length };
  }
  const countOf = new Map(answers.map(({ answer, count }) => [answer, count]));
  const chosen = options.map((answer) => ({ answer, count: countOf.get(answer) ?? 0 }));
  const former = answers.filter(({ answer }) => !options.includes(answer));
  return { ...question, answers: [...chosen, ...former], moreAnswers: 0 };
}
