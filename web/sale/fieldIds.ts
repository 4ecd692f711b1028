/** The ids of the attendee form's fields, in their own file, because the event page needs an id but not the form. */

/** A field, as its id in the page: `buyer.name`, `buyer.email`, `attendee.1.name`, `attendee.0.question.12`. */
export type FieldId = string;

export const buyerField = (name: "name" | "email" | "phone"): FieldId => `buyer.${name}`;
export const attendeeField = (index: number, name: "name" | "email" | "ticket"): FieldId =>
  `attendee.${index}.${name}`;
export const questionField = (index: number, questionId: number): FieldId =>
  `attendee.${index}.question.${questionId}`;
