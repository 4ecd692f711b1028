/** /event/{eventId}/questions. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { api } from "../../../api/browser.ts";
import { apiFrom } from "../../../api/context.ts";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { newKey } from "../../../lib/newKey.ts";
import { paths } from "../../../paths.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { SortableList } from "../list/SortableList.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import classes from "./FormBuilder.module.css";
import { FormPreview } from "./FormPreview.tsx";
import {
  bodyOf,
  type FormValues,
  fieldOfPath,
  newQuestion,
  problemsOf,
  type QuestionValues,
  valuesOf,
  withoutQuestion,
} from "./formBuilder.ts";
import { QuestionEditor } from "./QuestionEditor.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const pageApi = apiFrom(args.context);
  const options = { signal: args.request.signal, withToken: true };
  const [questions, tickets] = await Promise.all([
    pageApi.get("form/getFormQuestions", { eventId: event.id }, options),
    pageApi.get("ticket/getTicketsByEventId", { eventId: event.id }, options),
  ]);
  return { event, questions, tickets };
}

export function Component() {
  const { event, questions, tickets } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title="Questions"
      lead="The questions for attendees and buyers, besides name and e-mail."
      event={event}
    >
      <Builder event={event} questions={questions} tickets={tickets} />
    </StaffPage>
  );
}

function Builder({ event, questions, tickets }: Awaited<ReturnType<typeof loader>>) {
  const { revalidate } = useRevalidator();
  const form = useStaffForm<FormValues>({
    initialValues: valuesOf(questions, tickets),
    validate: problemsOf,
  });
  const [questionToRemove, setQuestionToRemove] = useState<QuestionValues | null>(null);
  const values = form.getValues();
  const entries = values.questions.map((question, index) => ({
    key: question.key,
    name: question.text.trim() === "" ? `question ${index + 1}` : question.text,
    question,
  }));

  const isEmpty = entries.length + questions.length === 0;

  function removeQuestion(question: QuestionValues): void {
    form.clearErrors();
    form.setValues(withoutQuestion(form.getValues(), question));
  }

  return (
    <div className={classes.columns}>
      <StaffForm
        form={form}
        label="Questions"
        buttons={[{ label: "Save the questions", isSecondary: isEmpty }]}
        save={(newValues, options) => api.post("form/save", bodyOf(newValues, event.id), options)}
        fieldOfPath={fieldOfPath(values)}
        onSaved={async (savedQuestions) => {
          form.setValues(valuesOf(savedQuestions, tickets));
          await revalidate();
        }}
      >
        {entries.length === 0 ? (
          <EmptyState title="No questions">
            Only {event.config.asksPhone ? "name, e-mail and phone number" : "name and e-mail"} are asked for
            (see <Link to={paths.eventPage(event.id, "config")}>Settings</Link>). The fewer questions, the
            more people finish.
          </EmptyState>
        ) : (
          <SortableList
            label="Questions"
            entries={entries}
            onMove={(newOrder) => {
              form.clearErrors();
              form.setFieldValue(
                "questions",
                newOrder.map(({ question }) => question),
              );
            }}
          >
            {({ question }, index) => (
              <QuestionEditor
                form={form}
                index={index}
                tickets={tickets}
                onRemove={() =>
                  question.id === null ? removeQuestion(question) : setQuestionToRemove(question)
                }
              />
            )}
          </SortableList>
        )}
        <Button
          variant={isEmpty ? "filled" : "default"}
          className={classes.add}
          onClick={() => form.insertListItem("questions", newQuestion(newKey()))}
        >
          Add a question
        </Button>
      </StaffForm>
      <FormPreview questions={values.questions} asksPhone={event.config.asksPhone} />
      <ConfirmDialog
        isOpen={questionToRemove !== null}
        title={`Remove “${questionToRemove?.text}”?`}
        confirmLabel="Remove the question"
        onConfirm={() => {
          if (questionToRemove !== null) removeQuestion(questionToRemove);
          setQuestionToRemove(null);
        }}
        onCancel={() => setQuestionToRemove(null)}
      >
        After you save, this question is no longer asked. Answers already given are kept: they stay with the
        attendees and in every download. Questions that depend on it are then always shown.
      </ConfirmDialog>
    </div>
  );
}
