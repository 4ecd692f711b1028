/** Who is asked which questions. Not in questions.ts, so that a page need not load the question types. */

/** A question is asked of each guest, or of the buyer once. */
export type AskedOf = "guest" | "buyer";
/** A question is asked with the purchase, or later on the pages of the ticket. */
export type AskedWhen = "purchase" | "later";

/** The answer to another question that makes a question appear. */
export interface ShowIf {
  readonly questionId: number;
  readonly equals: string;
}

/** The fields of a question that decide who is asked. `ticketIds` is null for all tickets. */
export interface AskRule {
  readonly ticketIds: readonly number[] | null;
  readonly askedOf: AskedOf;
}

/** The tickets of the person who answers. */
export interface AnsweringPerson {
  readonly ticketIds: readonly number[];
  /** The tickets of the whole purchase, if this person answers for the buyer; else null. */
  readonly boughtTicketIds: readonly number[] | null;
}

/** Whether a question is asked of this person. */
export function isAskedOf({ ticketIds, askedOf }: AskRule, person: AnsweringPerson): boolean {
  const ownIds = askedOf === "buyer" ? person.boughtTicketIds : person.ticketIds;
  return ownIds !== null && (ticketIds === null || ownIds.some((id) => ticketIds.includes(id)));
}

/**
 * The asked questions that are shown. One with `showIf` is shown if the other question is asked too, and one line or
 * chosen option of its answer is `equals`.
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
