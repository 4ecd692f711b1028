/** A plain form, so that it works without scripts. Fields of people have the names of `FieldId`. */
import type { BodyInput } from "../../../../contract/all.ts";
import { holdLimits } from "../../../../contract/rules/holdLimits.ts";
import type { Answer } from "../../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { ExpressOffer } from "../../../event/eventPage.ts";
import { typedText } from "../../../lib/typedText.ts";
import { fitAttendees, noPeople, type PeopleDraft } from "../../../sale/draft.ts";
import { attendeeField, buyerField, questionField } from "../../../sale/fieldIds.ts";
import { attendeesInput, type FormRule, type PeopleProblems } from "../../../sale/peopleForm.ts";

/** `people.attendees` has one entry for each person. */
export interface RegisterDraft {
  people: PeopleDraft;
  /** Quantities by extras id. */
  extras: Readonly<Record<number, number>>;
}

/** `msg` if the reason is not a field. */
export interface RegisterRefusal {
  draft: RegisterDraft;
  problems: PeopleProblems;
  msg: string | null;
}

export const quantityField = "quantity";
export const extrasField = (id: number) => `extra.${id}`;

export const formRuleOf = ({ questions, everyGuest, namesLater, ticketId }: ExpressOffer): FormRule => ({
  questions,
  everyGuest,
  namesLater,
  ticketIds: [ticketId],
});

export function emptyRegisterDraft(offer: ExpressOffer): RegisterDraft {
  return withPeople({ people: noPeople, extras: {} }, offer, 1);
}

/** Changes the number of people. The typed text of those who remain stays. */
export function withPeople(draft: RegisterDraft, offer: ExpressOffer, wanted: number): RegisterDraft {
  const number = Math.max(1, Math.min(Math.trunc(wanted) || 1, offer.maxPeople));
  const ticketIds = Array.from({ length: number }, () => offer.ticketId);
  return {
    ...draft,
    people: { ...draft.people, attendees: fitAttendees(draft.people.attendees, ticketIds) },
  };
}

export function withExtra(
  draft: RegisterDraft,
  { id, max }: ExpressOffer["extras"][number],
  wanted: number,
): RegisterDraft {
  const quantity = Math.max(0, Math.min(Math.trunc(wanted) || 0, max));
  return { ...draft, extras: { ...draft.extras, [id]: quantity } };
}

/** Longer text is cut before it is checked. If several options are chosen, they are not cut. */
const maxTypedLength = 6000;

/**
 * Reads a posted form. Numbers may exceed what is left: the server then refuses the whole group, so that nobody is
 * registered without the others.
 */
export function registerDraftOf(form: FormData, shown: ExpressOffer): RegisterDraft {
  const max = holdLimits.quantity;
  const offer = { ...shown, maxPeople: max, extras: shown.extras.map((extra) => ({ ...extra, max })) };
  const text = (name: string) => typedText(form, name).slice(0, maxTypedLength);
  const empty = withPeople(emptyRegisterDraft(offer), offer, Number(text(quantityField)));
  const attendees = empty.people.attendees.map((attendee, index) => ({
    ...attendee,
    name: text(attendeeField(index, "name")),
    answers: Object.fromEntries(
      offer.questions.flatMap((question): [number, Answer][] => {
        const answer = answerIn(form, questionField(index, question.id), question);
        return answer === null ? [] : [[question.id, answer]];
      }),
    ),
  }));
  const buyer = {
    name: text(buyerField("name")),
    email: text(buyerField("email")),
    phone: text(buyerField("phone")),
  };
  return offer.extras.reduce((draft, extra) => withExtra(draft, extra, Number(text(extrasField(extra.id)))), {
    people: { buyer, buyerAttends: true, attendees },
    extras: {},
  } as RegisterDraft);
}

function answerIn(form: FormData, name: string, { options }: FormQuestion): Answer | null {
  const texts = form.getAll(name).filter((value) => typeof value === "string");
  if (texts.length > 1 && options !== null) return texts;
  return texts[0]?.slice(0, maxTypedLength) ?? null;
}

export function registerBody(
  eventId: number,
  offer: ExpressOffer,
  draft: RegisterDraft,
): BodyInput<"registration/express"> {
  const extras = Object.entries(draft.extras)
    .map(([id, quantity]) => ({ extrasId: Number(id), quantity }))
    .filter(({ quantity }) => quantity > 0);
  return {
    eventId,
    tickets: [{ ticketId: offer.ticketId, quantity: draft.people.attendees.length }],
    ...(extras.length > 0 && { extras }),
    ...attendeesInput(draft.people, formRuleOf(offer)),
    email: draft.people.buyer.email.trim(),
    totalAmount: 0,
  };
}
