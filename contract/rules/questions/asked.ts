/** Which questions a person is asked. Pure. A page can load this file without the question types of questions.ts. */

/** Who is asked: each guest, or the buyer once. */
export type AskedOf = "guest" | "buyer";
/** When a question is asked: with the purchase, or afterwards on the pages of the ticket. */
export type AskedWhen = "purchase" | "later";

/** The condition under which a question is shown: this answer to another question. */
export interface ShowIf {
  readonly questionId: number;
  readonly equals: string;
}

/** The fields of a question that decide whether a person is asked. */
export interface AskRule {
  readonly ticketIds: readonly number[] | null;
  readonly askedOf: AskedOf;
}

/** The person who answers. */
export interface AnsweringPerson {
  /** The ticket types of this person. */
  readonly ticketIds: readonly number[];
  /** The ticket types of the whole purchase, if this person answers for the buyer; else null. */
  readonly boughtTicketIds: readonly number[] | null;
}

/** Whether a question is asked of this person, by its tickets and `askedOf`. */
export function isAskedOf({ ticketIds, askedOf }: AskRule, person: AnsweringPerson): boolean {
  const ownIds = askedOf === "buyer" ? person.boughtTicketIds : person.ticketIds;
  return ownIds !== null && (ticketIds === null || ownIds.some((id) => ticketIds.includes(id)));
}

/**
 * The questions of `asked` that are shown with these answers. A question that depends on an answer is shown if one
 * line or chosen option of that answer is `equals`, and if that other question is asked of the person.
 */
export function shownQuestions<Q extends { readonly id: number; readonly showIf: ShowIf | null }>(
  asked: readonly Q[],
  answers: Readonly<Record<number, string | readonly string[] | null | undefined>>,
): Q[] {
  const ids = new Set(asked.map(({ id }) => id));
  return asked.filter(({ showIf }) => {
    if (showIf === null) return true;
    const answer = answers[showIf.questionId] ?? [];
    const lines = typeof answer === "string" ? answer.split("\n") : answer;
    return ids.has(showIf.questionId) && lines.some((line) => line.trim() === showIf.equals);
  });
}
