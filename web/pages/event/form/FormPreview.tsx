/** A preview of the questions. It can be tried out; nothing is saved. */
import { useState } from "react";
import type { Answer } from "../../../../contract/rules/questions/questions.ts";
import { QuestionField } from "../../../event/QuestionField.tsx";
import classes from "./FormPreview.module.css";
import { previewedQuestion, type QuestionValues } from "./formBuilder.ts";

interface FormPreviewProps {
  questions: readonly QuestionValues[];
  asksPhone: boolean;
}

export function FormPreview({ questions, asksPhone }: FormPreviewProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  return (
    <section className={classes.preview} aria-label="As attendees see it">
      <h2>As attendees see it</h2>
      {questions.length === 0 ? (
        <p className={classes.none}>
          No questions: they enter their {asksPhone ? "name, e-mail and phone number" : "name and e-mail"}.
        </p>
      ) : (
        questions.map((question, index) => (
          <QuestionField
            key={question.key}
            id={`preview-${question.key}`}
            question={previewedQuestion(question, index)}
            required={question.required}
            answer={answers[question.key]}
            problem={undefined}
            onChange={(answer) => setAnswers({ ...answers, [question.key]: answer })}
          />
        ))
      )}
    </section>
  );
}
