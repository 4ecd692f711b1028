import { Button, Checkbox, NativeSelect, Switch, TextInput } from "@mantine/core";
import { AGREEMENT, questionTypes, takesOptions } from "../../../../contract/rules/questions/questions.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import type { StaffFormState } from "../../../forms/useStaffForm.ts";
import { Lines } from "../list/Lines.tsx";
import { ticketChoices } from "../list/ticketChoices.ts";
import { type FormValues, optionsWith, possibleAnswers, possibleShowIfs } from "./formBuilder.ts";
import classes from "./QuestionEditor.module.css";

interface QuestionEditorProps {
  form: StaffFormState<FormValues>;
  index: number;
  tickets: readonly Ticket[];
  onRemove: () => void;
}

const types = Object.entries(questionTypes).map(([value, { name: label }]) => ({ value, label }));

export function QuestionEditor({ form, index, tickets, onRemove }: QuestionEditorProps) {
  const path = `questions.${index}`;
  const question = form.getValues().questions[index];
  if (question === undefined) return null;
  const number = index + 1;
  const choices = ticketChoices(question.savedTicketIds, tickets);
  const isAgreement = Number(question.typeId) === AGREEMENT;
  return (
    <fieldset className={classes.question}>
      <legend className="visuallyHidden">Question {number}</legend>
      <div className={classes.head}>
        <TextInput
          className={classes.text}
          label={`Question ${number}`}
          description={isAgreement ? "Written after “I agree to”, such as: the house rules" : undefined}
          required
          maxLength={500}
          {...form.getInputProps(`${path}.text`)}
        />
        <NativeSelect
          label="Type"
          data={types}
          {...form.getInputProps(`${path}.typeId`)}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue(`${path}.typeId`, value);
            form.setFieldValue(`${path}.options`, optionsWith(question, value));
          }}
        />
      </div>
      {takesOptions(Number(question.typeId)) && (
        <Lines
          label="Options"
          count={question.options.length}
          error={form.errors[`${path}.options`]}
          addLabel="Add an option"
          onAdd={() => {
            form.clearFieldError(`${path}.options`);
            form.insertListItem(`${path}.options`, { text: "" });
          }}
          onRemove={(optionIndex) => form.removeListItem(`${path}.options`, optionIndex)}
        >
          {(optionIndex) => (
            <TextInput
              aria-label={`Question ${number}, option ${optionIndex + 1}`}
              maxLength={200}
              {...form.getInputProps(`${path}.options.${optionIndex}.text`)}
            />
          )}
        </Lines>
      )}
      {choices.length > 1 && (
        <Checkbox.Group
          label="For which tickets"
          description="Tick none to ask for every ticket."
          {...form.getInputProps(`${path}.ticketIds`)}
        >
          <div className="staffBoxes">
            {choices.map(({ value, label }) => (
              <Checkbox
                key={value}
                value={value}
                label={label}
                aria-label={`Ask question ${number} for ${label}`}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div className={classes.asked}>
        <NativeSelect
          label="Who is asked"
          aria-label={`Question ${number} is asked of`}
          data={[
            { value: "guest", label: "Each attendee" },
            { value: "buyer", label: "The buyer, once" },
          ]}
          {...form.getInputProps(`${path}.askedOf`)}
        />
        <NativeSelect
          label="When it is asked"
          aria-label={`Question ${number} is asked`}
          data={[
            { value: "purchase", label: "With the purchase" },
            { value: "later", label: "Afterwards, with the ticket" },
          ]}
          {...form.getInputProps(`${path}.askedWhen`)}
        />
        <ShowIf form={form} index={index} />
      </div>
      <div className={classes.foot}>
        <Switch
          label="Must be answered"
          aria-label={`Question ${number} must be answered`}
          {...form.getInputProps(`${path}.required`, { type: "checkbox" })}
        />
        <Switch
          label="Show at the door"
          aria-label={`Show the answer to question ${number} at the door`}
          {...form.getInputProps(`${path}.showAtDoor`, { type: "checkbox" })}
        />
        <Button variant="subtle" color="red" aria-label={`Remove question ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}

/** The fields for the condition under which this question is shown. */
function ShowIf({ form, index }: Pick<QuestionEditorProps, "form" | "index">) {
  const path = `questions.${index}`;
  const { questions } = form.getValues();
  const { showIfKey } = questions[index]!;
  const possible = possibleShowIfs(questions, index);
  const other = questions.find(({ key }) => key === showIfKey);
  if (possible.length === 0 && showIfKey === "") return null;
  const answers = other === undefined ? [] : possibleAnswers(other);
  const answerInput = {
    label: "If the answer is",
    "aria-label": `Question ${index + 1} is shown if the answer is`,
    ...form.getInputProps(`${path}.showIfEquals`),
  };
  return (
    <>
      <NativeSelect
        label="When it is shown"
        aria-label={`Question ${index + 1} is shown`}
        data={[
          { value: "", label: "Always" },
          ...possible.map(({ key, text }) => ({ value: key, label: `Depending on “${text}”` })),
        ]}
        {...form.getInputProps(`${path}.showIfKey`)}
      />
      {other !== undefined &&
        (answers === null ? (
          <TextInput maxLength={500} {...answerInput} />
        ) : (
          <NativeSelect data={[{ value: "", label: "Choose" }, ...answers]} {...answerInput} />
        ))}
    </>
  );
}
