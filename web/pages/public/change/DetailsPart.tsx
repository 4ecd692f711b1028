/** Corrects names, answers, phone numbers and addresses of a registration. */
import { type FormEvent, useRef, useState } from "react";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { OwnChanges } from "../../../../contract/shapes/ownChange.ts";
import { useAct } from "../../../act/useAct.ts";
import { type ApiError, problemsByField } from "../../../api/apiError.ts";
import { api } from "../../../api/browser.ts";
import { QuestionField } from "../../../event/QuestionField.tsx";
import { LabelledField } from "../../../ui/LabelledField.tsx";
import { fullNameOf } from "../../../words/names.ts";
import type { OwnProof } from "../extras/loadExtras.ts";
import { Notice } from "../purchase/Notice.tsx";
import classes from "./ChangeOwn.module.css";
import {
  bodyOf,
  buyerMailField,
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
import { type CompletedChange, untilWords } from "./words.ts";

interface DetailsPartProps {
  event: Event;
  proof: OwnProof;
  changes: OwnChanges;
  stored: StoredDetails;
  onDone: (done: CompletedChange, accessKey: string) => Promise<void>;
}

export function DetailsPart({ event, changes, ...rest }: DetailsPartProps) {
  const { correctRefusal, correctUntil } = changes;
  return (
    <section id="details" className={classes.part} aria-labelledby="details-heading">
      <h2 id="details-heading">Change details</h2>
      {correctRefusal !== null ? (
        <p className={classes.refusal}>{correctRefusal}</p>
      ) : (
        <>
          <p className={classes.lead}>
            Correct names, answers and addresses {untilWords(correctUntil, event)}. The codes stay the same.
          </p>
          <DetailsForm {...rest} />
        </>
      )}
    </section>
  );
}

function DetailsForm({ proof, stored, onDone }: Omit<DetailsPartProps, "event" | "changes">) {
  const [values, setValues] = useState<DetailsValues>(() => valuesOf(stored));
  const [problems, setProblems] = useState<DetailsProblems>({});
  const { isBusy, problem: refusal, setProblem: setRefusal, keys, run } = useAct();
  const form = useRef<HTMLFormElement>(null);

  function change(next: DetailsValues): void {
    setValues(next);
    // Errors disappear while they are corrected.
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
    const body = { ...proof, ...changed };
    const save = async () => {
      const { accessKey } = await keys.send(body, (idempotencyKey) =>
        api.post("registration/correct", body, { idempotencyKey, suppressToasts: true }),
      );
      const addresses = [changed.email, ...(changed.attendees ?? []).map(({ email }) => email)];
      const mailedTo = [...new Set(addresses.filter((address) => address))] as string[];
      await onDone({ kind: "corrected", mailedTo }, accessKey);
    };
    const showRefusal = (error: ApiError) => {
      const fieldProblems = Object.entries(problemsByField(error)).flatMap(([path, message]) => {
        const field = fieldOfPath(path, changed, stored);
        return field === null ? [] : [[field, `This ${message}.`]];
      });
      show(Object.fromEntries(fieldProblems) as DetailsProblems);
      return fieldProblems.length === 0 ? error.msg : null;
    };
    void run(save, { refused: showRefusal });
  }

  return (
    <form ref={form} noValidate className={classes.confirm} aria-label="Change details" onSubmit={submit}>
      <LabelledField
        id={buyerMailField}
        label="Your e-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={values.email}
        problem={problems[buyerMailField]}
        hint="A new address gets your tickets at once. Links in earlier mails stop working."
        onChange={(email) => change({ ...values, email })}
      />
      {stored.people.map(({ attendee, questions, binds, hasEmail }, index) => {
        const person = values.people[index]!;
        return (
          <fieldset key={attendee.attendeeId} className={classes.person}>
            <legend>
              {fullNameOf(attendee)} · {attendee.ticketTitle}
            </legend>
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
                hint="Empty: the ticket goes to you."
                autoComplete="off"
                onChange={(email) => changePerson(index, { email })}
              />
            )}
            {(attendee.isPrimary || attendee.phone !== null) && (
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
            {questions.map((question) => (
              <QuestionField
                key={question.id}
                id={personQuestionField(index, question.id)}
                question={question}
                required={question.required && binds}
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
