import { Switch } from "@mantine/core";
import classes from "./Import.module.css";
import type { ImportCheck } from "./importRun.ts";
import { updateWords } from "./importWords.ts";
import { Section } from "./Section.tsx";

interface ImportUpdateProps {
  checked: ImportCheck;
  isUpdate: boolean;
  onUpdate: (isUpdate: boolean) => void;
}

export function ImportUpdate({ checked, isUpdate, onUpdate }: ImportUpdateProps) {
  const isAsked = isUpdate || checked.problems.some(({ isKnown }) => isKnown === true);
  if (!isAsked) return null;
  return (
    <Section title="Some are registered already">
      <Switch
        className={classes.switch}
        label="Correct them with this file"
        description="Names, phone numbers, answers, additional fields and check-ins, and the e-mail addresses of those whose ticket code is known. An empty cell deletes nothing, what was changed here since stays, and nobody is mailed."
        checked={isUpdate}
        onChange={({ currentTarget }) => onUpdate(currentTarget.checked)}
      />
      {isUpdate && <p>{updateWords(checked.update)}</p>}
    </Section>
  );
}
