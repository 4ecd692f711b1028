import { useForm } from "@mantine/form";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { type Answer, DATE } from "../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import { dateProblems } from "../../forms/dateProblems.ts";
import { AnswerFields } from "./AnswerFields.tsx";

const birthday: FormQuestion = {
  id: 12,
  eventId: 1,
  typeId: DATE,
  text: "Your birthday",
  required: false,
  options: null,
  sortOrder: 1,
  showAtDoor: false,
  ticketIds: null,
  askedOf: "guest",
  askedWhen: "purchase",
  showIf: null,
};

function Fields({ initialErrors }: { initialErrors: Record<string, string> }) {
  const form = useForm<{ answers: Record<string, Answer> }>({
    initialValues: { answers: { 12: "2001-02-03" } },
    initialErrors,
  });
  return <AnswerFields questions={[birthday]} form={form} />;
}

test("the answer to a date question that is typed in part has its message at its field", () => {
  const inputOf = (html: string) => /<input[^>]*>/.exec(html)![0];
  const html = renderToString(<Fields initialErrors={{}} />);
  expect(inputOf(html)).toContain('value="2001-02-03"');
  expect(inputOf(html)).toContain('aria-invalid="false"');
  const name = /name="(.*?)"/.exec(inputOf(html))![1]!;
  const problems = dateProblems([{ name, validity: { badInput: true, rangeOverflow: false } }]);
  const marked = renderToString(<Fields initialErrors={problems} />);
  expect(inputOf(marked)).toContain('aria-invalid="true"');
  expect(marked).toContain("Complete this date, or clear it.");
});
