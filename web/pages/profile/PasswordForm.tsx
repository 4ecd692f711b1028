/** Changes the password; docs/product.md §5 has the rules. */
import { useState } from "react";
import { passwordProblem, passwordRule } from "../../../contract/rules/password.ts";
import { api } from "../../api/browser.ts";
import { PasswordField } from "../../forms/PasswordField.tsx";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import { startSessionBy } from "../../stores/session.ts";
import { notify } from "../../stores/snackbars.ts";

export function PasswordForm({ onSaved }: { onSaved: () => Promise<void> }) {
  // A new key resets the form.
  const [formKey, setFormKey] = useState(0);
  return (
    <Fields
      key={formKey}
      onSaved={() => {
        setFormKey(formKey + 1);
        return onSaved();
      }}
    />
  );
}

function Fields({ onSaved }: { onSaved: () => Promise<void> }) {
  const form = useStaffForm({
    initialValues: { password: "", newPassword: "" },
    validate: problemsOf,
  });
  return (
    <StaffForm
      form={form}
      label="Password"
      buttons={[{ label: "Change password" }]}
      // All sessions end; the reply starts a new one.
      save={(values, options) =>
        startSessionBy((onToken) => api.post("auth/changePassword", values, { ...options, onToken }))
      }
      onSaved={() => {
        notify({ text: "Your password is changed. You are signed out everywhere else.", color: "success" });
        return onSaved();
      }}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.getInputProps("password")}
      />
      <PasswordField
        label="New password"
        description={form.errors.newPassword === undefined ? passwordRule : undefined}
        autoComplete="new-password"
        {...form.getInputProps("newPassword")}
      />
    </StaffForm>
  );
}

function problemsOf({ password, newPassword }: { password: string; newPassword: string }) {
  const newPasswordProblem = passwordProblem(newPassword);
  const problems: Record<string, string> = {
    ...(password === "" && { password: "Password is required!" }),
    ...(newPasswordProblem !== null && { newPassword: newPasswordProblem }),
  };
  return problems;
}
