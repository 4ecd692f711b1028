import { TextInput } from "@mantine/core";
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import { api } from "../../api/browser.ts";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import { changeUser } from "../../stores/session.ts";
import { notify } from "../../stores/snackbars.ts";

export function NameForm({ user, onSaved }: { user: CurrentUser; onSaved: () => Promise<void> }) {
  const form = useStaffForm({
    initialValues: { fullName: user.fullName },
    validate: ({ fullName }): Record<string, string> =>
      fullName.trim() === "" ? { fullName: "Please enter your name." } : {},
  });
  return (
    <StaffForm
      form={form}
      label="Name"
      buttons={[{ label: "Save name" }]}
      save={(values, options) => api.post("auth/saveProfile", values, options)}
      onSaved={({ currentUser }) => {
        changeUser(currentUser);
        notify({ text: "Your name is saved.", color: "success" });
        return onSaved();
      }}
    >
      <TextInput
        label="Your name"
        required
        maxLength={120}
        autoComplete="name"
        {...form.getInputProps("fullName")}
      />
    </StaffForm>
  );
}
