import { type FormEvent, useRef, useState } from "react";
import { shownQuestions } from "../../../../contract/rules/questions/asked.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import { useAct } from "../../../act/useAct.ts";
import { type ApiError, problemsByField } from "../../../api/apiError.ts";
import { api } from "../../../api/browser.ts";
import { QuestionField } from "../../../event/QuestionField.tsx";
import type { OwnProof } from "../../../sale/proof.ts";
import { LabelledField } from "../../../ui/LabelledField.tsx";
import { fullNameOf } from "../../../words/names.ts";
import { Notice } from "../purchase/Notice.tsx";
import classes from "./ChangeOwn.module.css";
import {
  bodyOf,
  emailField,
  fieldOfPath,
  nameField,
  type PassOnProblems,
  type PassOnValues,
  passOnQuestionField,
  problemsOf,
} from "./passOnForm.ts";
import type { CompletedChange, OwnTicket } from "./words.ts";

interface PassOnFormProps {
  proof: OwnProof;
  ticket: OwnTicket;
  questions: readonly FormQuestion[];
  onCancel: () => void;
  onDone: (done: CompletedChange) => Promise<void>;
}

export function PassOnForm({ proof, ticket, questions, onCancel, onDone }: PassOnFormProps) {
  const [values, setValues] = useState<PassOnValues>({ name: "", email: "", answers: {} });
  const [problems, setProblems] = useState<PassOnProblems>({});
  const { isBusy, problem: refusal, setProblem: setRefusal, keys, run } = useAct();
  const form = useRef<HTMLFormElement>(null);
  const rule = { questions, mustAnswer: ticket.isBuyer };

  function change(part: Partial<PassOnValues>): void {
    const next = { ...values, ...part };
    setValues(next);
    // New errors are shown only when the form is sent.
    const currentProblems = problemsOf(next, rule);
    setProblems((current) =>
      Object.fromEntries(Object.entries(current).filter(([field]) => currentProblems[field] !== undefined)),
    );
  }

  function show(foundProblems: PassOnProblems): void {
    setProblems(foundProblems);
    const [first] = Object.keys(foundProblems);
    const field = form.current?.querySelector<HTMLElement>(`[id="${first}"]`);
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) return;
    setRefusal(null);
    const foundProblems = problemsOf(values, rule);
    show(foundProblems);
    if (Object.keys(foundProblems).length > 0) return;
    const body = { ...proof, ...bodyOf(values, ticket.attendeeId, questions) };
    const passOn = async () => {
      const { attendee } = await keys.send(body, (idempotencyKey) =>
        api.post("registration/passOn", body, { idempotencyKey, suppressToasts: true }),
      );
      const to = fullNameOf(attendee);
      await onDone({ kind: "passedOn", from: fullNameOf(ticket), to, email: body.email });
    };
    const showRefusal = (error: ApiError) => {
      const fieldProblems = Object.entries(problemsByField(error)).flatMap(([path, message]) => {
        const field = fieldOfPath(path, values, questions);
        return field === null ? [] : [[field, `This ${message}.`]];
      });
      show(Object.fromEntries(fieldProblems) as PassOnProblems);
      return fieldProblems.length === 0 ? error.msg : null;
    };
    void run(passOn, { refused: showRefusal });
  }

  const shown = shownQuestions(questions, values.answers);
  const isRequired = (question: FormQuestion) =>
    question.required && rule.mustAnswer && question.askedWhen === "purchase";
  // The ticket can be passed on without answers to these questions.
  const isLater = (question: FormQuestion) => question.required && !isRequired(question);
  const optionalQuestions = shown.filter((question) => !isRequired(question));
  const questionField = (question: FormQuestion) => (
    <QuestionField
      key={question.id}
      id={passOnQuestionField(question.id)}
      question={question}
      required={isRequired(question)}
      isLater={isLater(question)}
      answer={values.answers[question.id]}
      problem={problems[passOnQuestionField(question.id)]}
      onChange={(answer) => change({ answers: { ...values.answers, [question.id]: answer } })}
    />
  );

  return (
    <form ref={form} noValidate className={classes.confirm} aria-label="Pass a ticket on" onSubmit={submit}>
      <LabelledField
        id={nameField}
        label="Their full name"
        value={values.name}
        problem={problems[nameField]}
        autoComplete="off"
        onChange={(name) => change({ name })}
      />
      <LabelledField
        id={emailField}
        label="Their e-mail"
        type="email"
        inputMode="email"
        value={values.email}
        problem={problems[emailField]}
        hint="We mail the ticket there at once."
        autoComplete="off"
        onChange={(email) => change({ email })}
      />
      {shown.filter(isRequired).map(questionField)}
      {optionalQuestions.length > 0 && (
        <details className={classes.more}>
          <summary>
            Answer the questions for this person (
            {optionalQuestions.some(isLater) ? "needed later" : "optional"})
          </summary>
          <div className={classes.questions}>{optionalQuestions.map(questionField)}</div>
        </details>
      )}
      <p className={classes.lead}>
        The code of {fullNameOf(ticket)} stops working as soon as you pass the ticket on. If you want money
        for it, settle that between you.
      </p>
      {refusal !== null && <Notice kind="problem" title={refusal} />}
      <div className={classes.actions}>
        <button type="button" className="button buttonQuiet" onClick={onCancel}>
          Keep the ticket
        </button>
        <button type="submit" className="button" aria-busy={isBusy}>
          {isBusy ? "One moment…" : "Pass it on"}
        </button>
      </div>
    </form>
  );
}
