/** The ids of the attendee form's fields, in their own file because the event page needs one but not the form. */

/** A field's id in the page, such as `buyer.name` or `attendee.0.question.12`. */
export type FieldId = string;

export const buyerField = (name: "name" | "email" | "phone"): FieldId => `buyer.${name}`;
export const attendeeField = (index: number, name: "name" | "email" | "ticket"): FieldId =>
  `attendee.${index}.${name}`;
export const questionField = (index: number, questionId: number): FieldId =>
  `attendee.${index}.question.${questionId}`;
