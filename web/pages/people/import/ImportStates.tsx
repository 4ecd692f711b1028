/** Asks what each state of a row means, such as "paid" or "canceled". */
import { NativeSelect } from "@mantine/core";
import classes from "./Import.module.css";
import { countOf, type ImportCheck, rowsWords, type StateVerdicts } from "./importRun.ts";
import { Section } from "./Section.tsx";

interface ImportStatesProps {
  checked: ImportCheck;
  onDecide: (decided: StateVerdicts) => void;
}

export function ImportStates({ checked, onDecide }: ImportStatesProps) {
  const { values, leftOut, undecided } = checked;
  const counts = new Map([...leftOut, ...undecided].map(({ text, count }) => [text, count]));
  // The order does not depend on the decisions: a field that moves after a decision would lose the focus.
  const states = [...undecided.map(({ text }) => text), ...Object.keys(values.state)].sort();
  if (states.length === 0) return null;
  const undecidedRows = countOf(undecided);
  return (
    <Section title={undecidedRows > 0 ? "Who has a ticket?" : "Only people with a ticket are imported"}>
      <p>{leftOutWords(leftOut)}</p>
      {undecidedRows > 0 && (
        <p>
          {rowsWords(undecidedRows)} {undecidedRows === 1 ? "has a state" : "have states"} that may mean a
          ticket or none. Decide below.
        </p>
      )}
      <div className={classes.states}>
        {states.map((text) => {
          const count = counts.get(text);
          const verdict = values.state[text];
          return (
            <NativeSelect
              key={text}
              label={text === "" ? "Rows without a state" : `“${text}”`}
              description={count === undefined ? undefined : rowsWords(count)}
              error={verdict === undefined}
              value={verdict ?? ""}
              data={[
                ...(verdict === undefined ? [{ value: "", label: "Please choose" }] : []),
                { value: "good", label: "Has a ticket: import" },
                { value: "waiting", label: "Import as not yet active" },
                { value: "leaveOut", label: "Has no ticket: leave out" },
              ]}
              onChange={({ currentTarget: { value } }) =>
                onDecide({ ...values.state, [text]: value as StateVerdicts[string] })
              }
            />
          );
        })}
      </div>
    </Section>
  );
}

function leftOutWords(leftOut: ImportCheck["leftOut"]): string {
  const count = countOf(leftOut);
  if (count === 0) return "No row is left out.";
  const states = leftOut.map(
    (state) => `${state.count.toLocaleString("en-US")} ${state.text || "without a state"}`,
  );
  return `${rowsWords(count)} ${count === 1 ? "is" : "are"} left out: ${states.join(", ")}.`;
}
