import { type FormEvent, useRef, useState } from "react";
import { shownQuestions } from "../../../../contract/rules/questions/asked.ts";
import type { Attendee } from "../../../../contract/shapes/registration.ts";
import type { RequestKeys } from "../../../act/requestKeys.ts";
import { useAct } from "../../../act/useAct.ts";
import { type ApiError, problemsByField } from "../../../api/apiError.ts";
import { QuestionField } from "../../../event/QuestionField.tsx";
import { LabelledField } from "../../../ui/LabelledField.tsx";
import { fullNameOf } from "../../../words/names.ts";
import { Notice } from "../purchase/Notice.tsx";
import classes from "./ChangeOwn.module.css";
import {
  bodyOf,
  buyerMailField,
  type DetailsChange,
  type DetailsProblems,
  type DetailsValues,
  fieldOfPath,
  type PersonValues,
  personField,
  personQuestionField,
  problemsOf,
  type StoredDetails,
  valuesOf,
} from "./detailsForm.ts";

interface DetailsFormProps {
  stored: StoredDetails;
  /** Whether the form has the buyer's address. */
  hasBuyer: boolean;
  asksPhone: boolean;
  label: string;
  save: (change: DetailsChange, keys: RequestKeys) => Promise<void>;
}

/** "Leo Groß · Standard". */
const legendOf = (attendee: Attendee) =>
  [fullNameOf(attendee), attendee.ticketTitle].filter((text) => text !== "").join(" · ");

export function DetailsForm({ stored, hasBuyer, asksPhone, label, save }: DetailsFormProps) {
  const [values, setValues] = useState<DetailsValues>(() => valuesOf(stored));
  const [problems, setProblems] = useState<DetailsProblems>({});
  const { isBusy, problem: refusal, setProblem: setRefusal, keys, run } = useAct();
  const form = useRef<HTMLFormElement>(null);

  function change(next: DetailsValues): void {
    setValues(next);
    // New errors are shown only when the form is sent.
    const currentProblems = problemsOf(next, stored);
    setProblems((current) =>
      Object.fromEntries(Object.entries(current).filter(([field]) => currentProblems[field] !== undefined)),
    );
  }

  function changePerson(index: number, part: Partial<PersonValues>): void {
    const people = values.people.map((one, place) => (place === index ? { ...one, ...part } : one));
    change({ ...values, people });
  }

  function show(foundProblems: DetailsProblems): void {
    setProblems(foundProblems);
    const [first] = Object.keys(foundProblems);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[id="${first}"]`)?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) return;
    setRefusal(null);
    const foundProblems = problemsOf(values, stored);
    show(foundProblems);
    if (Object.keys(foundProblems).length > 0) return;
    const changed = bodyOf(values, stored);
    if (changed === null) {
      setRefusal("Nothing has changed yet. Correct a field first.");
      return;
    }
    // A guest's request has the fields of one person; the buyer's has a list of people.
    const buyersPathOf = (path: string) => (hasBuyer ? path : `attendees.0.${path}`);
    const showRefusal = (error: ApiError) => {
      const fieldProblems = Object.entries(problemsByField(error)).flatMap(([path, message]) => {
        const field = fieldOfPath(buyersPathOf(path), changed, stored);
        return field === null ? [] : [[field, `This ${message}.`]];
      });
      show(Object.fromEntries(fieldProblems) as DetailsProblems);
      return fieldProblems.length === 0 ? error.msg : null;
    };
    void run(() => save(changed, keys), { refused: showRefusal });
  }

  return (
    <form ref={form} noValidate className={classes.confirm} aria-label={label} onSubmit={submit}>
      {hasBuyer && (
        <LabelledField
          id={buyerMailField}
          label="Your e-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={values.email}
          problem={problems[buyerMailField]}
          hint="We mail your tickets to a new address at once. Links in earlier mails stop working."
          onChange={(email) => change({ ...values, email })}
        />
      )}
      {stored.people.map(({ attendee, questions, mustAnswer, hasEmail, hasPhone }, index) => {
        const person = values.people[index]!;
        return (
          <fieldset key={attendee.attendeeId} className={classes.person}>
            <legend>{legendOf(attendee)}</legend>
            <LabelledField
              id={personField(index, "name")}
              label="Full name"
              value={person.name}
              problem={problems[personField(index, "name")]}
              autoComplete="off"
              onChange={(name) => changePerson(index, { name })}
            />
            {hasEmail && (
              <LabelledField
                id={personField(index, "email")}
                label="E-mail"
                type="email"
                inputMode="email"
                optional
                value={person.email}
                problem={problems[personField(index, "email")]}
                hint={`If empty, the ticket goes to ${hasBuyer ? "you" : "the buyer"}.`}
                autoComplete="off"
                onChange={(email) => changePerson(index, { email })}
              />
            )}
            {((asksPhone && hasPhone) || attendee.phone !== null) && (
              <LabelledField
                id={personField(index, "phone")}
                label="Phone"
                type="tel"
                inputMode="tel"
                optional
                value={person.phone}
                problem={problems[personField(index, "phone")]}
                autoComplete="off"
                onChange={(phone) => changePerson(index, { phone })}
              />
            )}
            {shownQuestions(questions, person.answers).map((question) => (
              <QuestionField
                key={question.id}
                id={personQuestionField(index, question.id)}
                question={question}
                required={question.required && mustAnswer}
                isLater={question.required && !mustAnswer}
                answer={person.answers[question.id]}
                problem={problems[personQuestionField(index, question.id)]}
                onChange={(answer) =>
                  changePerson(index, { answers: { ...person.answers, [question.id]: answer } })
                }
              />
            ))}
          </fieldset>
        );
      })}
      {refusal !== null && <Notice kind="problem" title={refusal} />}
      <div className={classes.actions}>
        <button type="submit" className="button" aria-busy={isBusy}>
          {isBusy ? "One moment…" : "Save changes"}
        </button>
      </div>
    </form>
  );
}
