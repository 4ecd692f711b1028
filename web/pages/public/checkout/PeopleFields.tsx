/** The first attendee's ticket goes to the buyer's address, also if the buyer does not attend. */
import type { AskedOf } from "../../../../contract/rules/questions/asked.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { OrderItem } from "../../../../contract/shapes/order.ts";
import { QuestionField } from "../../../event/QuestionField.tsx";
import { type AttendeeDraft, type PeopleDraft, swapTicket } from "../../../sale/draft.ts";
import { attendeeField, buyerField, questionField } from "../../../sale/fieldIds.ts";
import {
  areGuestsLater,
  attendeesOnForm,
  buyerIsFirst,
  type FormRule,
  mustAnswerNow,
  type PeopleProblems,
  questionsFor,
} from "../../../sale/peopleForm.ts";
import fields from "../../../ui/fields.module.css";
import { LabelledField } from "../../../ui/LabelledField.tsx";
import { MailQuestion } from "./MailQuestion.tsx";
import classes from "./PeopleFields.module.css";
import type { MailQuestions } from "./useMailQuestions.ts";

interface PeopleFieldsProps {
  people: PeopleDraft;
  rule: FormRule;
  items: readonly OrderItem[];
  problems: PeopleProblems;
  mail: MailQuestions;
  onChange: (people: PeopleDraft) => void;
}

export function PeopleFields({ people, rule, items, problems, mail, onChange }: PeopleFieldsProps) {
  const { buyer } = people;
  const attendees = attendeesOnForm(people, rule);
  const isBuyerFirst = buyerIsFirst(people, rule);
  const hasSeveralAttendees = attendees.length > 1;
  const hasGuests = rule.everyGuest && (hasSeveralAttendees || !isBuyerFirst);
  const guestsLater = areGuestsLater(people, rule);
  const setBuyer = (changed: Partial<PeopleDraft["buyer"]>) =>
    onChange({ ...people, buyer: { ...buyer, ...changed } });
  const setAttendee = (index: number, changed: Partial<AttendeeDraft>) =>
    onChange({
      ...people,
      attendees: people.attendees.map((attendee, position) =>
        position === index ? { ...attendee, ...changed } : attendee,
      ),
    });
  const ticketItems = items.filter(({ kind }) => kind === "ticket");
  const questionsOf = (index: number, askedOf?: AskedOf) => (
    <PersonQuestions
      people={people}
      index={index}
      rule={rule}
      problems={problems}
      askedOf={askedOf}
      onAttendee={(changed) => setAttendee(index, changed)}
    />
  );
  const ticketAndQuestionsOf = (index: number) => (
    <>
      {rule.everyGuest && ticketItems.length > 1 && (
        <div className={`field ${fields.field}`}>
          <label htmlFor={attendeeField(index, "ticket")}>Ticket</label>
          <select
            id={attendeeField(index, "ticket")}
            value={attendees[index]!.ticketId}
            onChange={({ currentTarget }) => {
              const ticketId = Number(currentTarget.value);
              onChange({ ...people, attendees: swapTicket(people.attendees, index, ticketId) });
            }}
          >
            {ticketItems.map(({ refId, title }) => (
              <option key={refId} value={refId ?? ""}>
                {title}
              </option>
            ))}
          </select>
        </div>
      )}
      {questionsOf(index, isBuyerFirst ? undefined : "guest")}
    </>
  );

  return (
    <>
      <section className={classes.card} aria-labelledby="buyer-heading">
        <h2 id="buyer-heading">{hasSeveralAttendees ? "You" : "Your details"}</h2>
        <div className={classes.pair}>
          <LabelledField
            id={buyerField("name")}
            label="Full name"
            value={buyer.name}
            problem={problems[buyerField("name")]}
            autoComplete="name"
            onChange={(name) => setBuyer({ name })}
          />
          <LabelledField
            id={buyerField("email")}
            label="E-mail"
            type="email"
            inputMode="email"
            value={buyer.email}
            problem={problems[buyerField("email")]}
            autoComplete="email"
            onChange={(email) => setBuyer({ email })}
          />
        </div>
        <MailQuestion typed={buyer.email} mail={mail} onUse={(email) => setBuyer({ email })} />
        {rule.asksPhone === true && (
          <LabelledField
            id={buyerField("phone")}
            label="Phone"
            optional
            type="tel"
            inputMode="tel"
            value={buyer.phone}
            problem={problems[buyerField("phone")]}
            autoComplete="tel"
            onChange={(phone) => setBuyer({ phone })}
          />
        )}
        {rule.everyGuest && (
          <label className={fields.option}>
            <input
              type="checkbox"
              checked={people.buyerAttends}
              onChange={({ currentTarget }) => onChange({ ...people, buyerAttends: currentTarget.checked })}
            />
            {hasSeveralAttendees ? "One of these tickets is for me" : "This ticket is for me"}
          </label>
        )}
        {rule.namesLater === true && hasGuests && (
          <label className={fields.option}>
            <input
              type="checkbox"
              checked={guestsLater}
              aria-describedby="guests-later"
              onChange={({ currentTarget }) => onChange({ ...people, guestsLater: currentTarget.checked })}
            />
            <span>
              Name my guests later
              <small id="guests-later" className={classes.later}>
                After the purchase each guest has a link to fill in their own name.
              </small>
            </span>
          </label>
        )}
        {isBuyerFirst ? ticketAndQuestionsOf(0) : questionsOf(0, "buyer")}
      </section>

      {attendees.map((attendee, index) =>
        guestsLater || (index === 0 && isBuyerFirst) ? null : (
          // Attendees have no id except their index.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <section key={index} className={classes.card} aria-labelledby={`attendee-${index}-heading`}>
            <h2 id={`attendee-${index}-heading`}>
              {hasSeveralAttendees ? `Guest ${isBuyerFirst ? index : index + 1}` : "Your guest"}
            </h2>
            <div className={classes.pair}>
              <LabelledField
                id={attendeeField(index, "name")}
                label="Guest's full name"
                optional={rule.namesLater === true && "later"}
                value={attendee.name}
                problem={problems[attendeeField(index, "name")]}
                autoComplete="off"
                onChange={(name) => setAttendee(index, { name })}
              />
              {index > 0 && (
                <LabelledField
                  id={attendeeField(index, "email")}
                  label="Guest's e-mail"
                  optional
                  type="email"
                  inputMode="email"
                  value={attendee.email}
                  problem={problems[attendeeField(index, "email")]}
                  hint="We only use it to mail them their ticket."
                  autoComplete="off"
                  onChange={(email) => setAttendee(index, { email })}
                />
              )}
            </div>
            <MailQuestion
              typed={attendee.email}
              mail={mail}
              onUse={(email) => setAttendee(index, { email })}
            />
            {ticketAndQuestionsOf(index)}
          </section>
        ),
      )}
    </>
  );
}

interface PersonQuestionsProps {
  people: PeopleDraft;
  index: number;
  rule: FormRule;
  problems: PeopleProblems;
  /** Shows only the questions to the buyer, or to guests; by default all. */
  askedOf?: AskedOf | undefined;
  onAttendee: (changed: Partial<AttendeeDraft>) => void;
}

export function PersonQuestions({
  people,
  index,
  rule,
  problems,
  askedOf,
  onAttendee,
}: PersonQuestionsProps) {
  const { answers } = attendeesOnForm(people, rule)[index]!;
  const asked = questionsFor(people, index, rule).filter(
    (question) => askedOf === undefined || question.askedOf === askedOf,
  );
  const mustAnswer = ({ askedOf: asksOf }: FormQuestion) =>
    mustAnswerNow(people, index, { rule, askedOf: asksOf });
  const isLater = (question: FormQuestion) => question.required && !mustAnswer(question);
  const questions = asked.map((question) => (
    <QuestionField
      key={question.id}
      id={questionField(index, question.id)}
      question={question}
      required={question.required && mustAnswer(question)}
      isLater={isLater(question)}
      answer={answers[question.id]}
      problem={problems[questionField(index, question.id)]}
      onChange={(answer) => onAttendee({ answers: { ...answers, [question.id]: answer } })}
    />
  ));
  if (questions.length === 0 || index === 0) return questions;
  const hasProblem = asked.some(({ id }) => problems[questionField(index, id)] !== undefined);
  return (
    // Collapsed, because guests' answers are not needed yet. An error opens them.
    <details className={classes.more} open={hasProblem || undefined}>
      <summary>
        Answer the questions for this guest ({asked.some(isLater) ? "needed later" : "optional"})
      </summary>
      <div className={classes.questions}>{questions}</div>
    </details>
  );
}
