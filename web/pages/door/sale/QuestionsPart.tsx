/** Optional questions and those of further guests are folded, because people wait in line. */
import { QuestionField } from "../../../event/QuestionField.tsx";
import { answerName, mustAnswer, type SalePerson, type SaleValues } from "./doorSale.ts";
import classes from "./SaleSheet.module.css";

interface QuestionsPartProps {
  people: readonly SalePerson[];
  values: SaleValues;
  mayAnswerLater: boolean;
  /** Messages by answerName. */
  problems: Readonly<Record<string, string>>;
  onChange: (change: Partial<SaleValues>) => void;
}

export const answerFieldId = (name: string): string => `sale-answer-${name.replace(".", "-")}`;

export function QuestionsPart({ people, values, mayAnswerLater, problems, onChange }: QuestionsPartProps) {
  const [buyer] = people;
  const answersLater = mayAnswerLater && values.answersLater;
  const required = (buyer?.questions ?? []).filter((question) => question.required);
  const folded = people.map((person, index) => ({
    ...person,
    index,
    questions: person.questions.filter((question) => index > 0 || !question.required),
  }));
  const setAnswer = (index: number, part: Readonly<Record<number, string | readonly string[]>>) =>
    onChange({
      answers: people.map((_, at) => ({ ...values.answers[at], ...(at === index && part) })),
    });
  const field = (index: number, question: SalePerson["questions"][number]) => (
    <QuestionField
      key={question.id}
      id={answerFieldId(answerName(index, question.id))}
      question={question}
      required={mustAnswer(question, index, { answersLater })}
      answer={values.answers[index]?.[question.id]}
      problem={problems[answerName(index, question.id)]}
      onChange={(answer) => setAnswer(index, { [question.id]: answer })}
    />
  );
  return (
    <>
      {required.length > 0 && (
        <section className={classes.questions} aria-labelledby="sale-questions">
          <h3 id="sale-questions" className={classes.heading}>
            Questions
          </h3>
          {mayAnswerLater && (
            <label className={classes.tick}>
              <input
                type="checkbox"
                checked={answersLater}
                onChange={({ currentTarget: { checked } }) => onChange({ answersLater: checked })}
              />
              Answer later, by a link in the mail
            </label>
          )}
          {!answersLater && required.map((question) => field(0, question))}
        </section>
      )}
      {folded.some(({ questions }) => questions.length > 0) && (
        <details className={classes.more}>
          <summary>More questions (optional)</summary>
          {folded.map(({ index, title, questions }) =>
            questions.length === 0 ? null : (
              <fieldset key={index} className={classes.questions}>
                {people.length > 1 && (
                  <legend className={classes.heading}>
                    Person {index + 1}: {title}
                  </legend>
                )}
                {questions.map((question) => field(index, question))}
              </fieldset>
            ),
          )}
        </details>
      )}
    </>
  );
}
