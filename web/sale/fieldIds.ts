/** The ids of the attendee form's fields. Apart from the form, because a button of the event page leads to one. */

/** A field of the screen: `buyer.name`, `buyer.email`, `attendee.1.name`, `attendee.0.question.12`. Also its id in the page. */
export type FieldId = string;

export const buyerField = (name: "name" | "email" | "phone"): FieldId => `buyer.${name}`;
export const attendeeField = (index: number, name: "name" | "email" | "ticket"): FieldId =>
  `attendee.${index}.${name}`;
export const questionField = (index: number, questionId: number): FieldId =>
  `attendee.${index}.question.${questionId}`;
