import { TextInput } from "@mantine/core";
import { useState } from "react";
import { isEmail } from "../../../contract/rules/email.ts";
import type { EmailChange } from "../../../contract/shapes/auth.ts";
import { api } from "../../api/browser.ts";
import { PasswordField } from "../../forms/PasswordField.tsx";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import { notify } from "../../stores/snackbars.ts";
import { readerTimeText } from "../../words/readerTime.ts";

interface EmailFormProps {
  email: string;
  /** The requested address, whose mailed link is not opened yet. */
  change: EmailChange | undefined;
  onSaved: () => Promise<void>;
}

export function EmailForm({ email, change, onSaved }: EmailFormProps) {
  // A new key resets the form.
  const [formKey, setFormKey] = useState(0);
  return (
    <>
      <p>
        You sign in with <strong>{email}</strong>.
      </p>
      {change !== undefined && (
        <p role="status">
          We mailed a link to <strong>{change.email}</strong>. Open it by {readerTimeText(change.expiresAt)}{" "}
          on a device where you are signed in. Until then your address does not change.
        </p>
      )}
      <Fields
        key={formKey}
        onSaved={() => {
          setFormKey(formKey + 1);
          return onSaved();
        }}
      />
    </>
  );
}

function Fields({ onSaved }: { onSaved: () => Promise<void> }) {
  const form = useStaffForm({ initialValues: { email: "", password: "" }, validate: problemsOf });
  return (
    <StaffForm
      form={form}
      label="E-mail address"
      buttons={[{ label: "Mail a link to the new address" }]}
      save={(values, options) => api.post("auth/changeEmail", values, options)}
      fieldOfCode={{ emailTaken: "email" }}
      onSaved={(change) => {
        notify({ text: `A link is mailed to ${change.email}.`, color: "success" });
        return onSaved();
      }}
    >
      <TextInput
        label="New address"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        {...form.getInputProps("email")}
      />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.getInputProps("password")}
      />
    </StaffForm>
  );
}

function problemsOf({ email, password }: { email: string; password: string }): Record<string, string> {
  return {
    ...(!isEmail(email.trim()) && { email: "Please enter an e-mail address, like name@example.org." }),
    ...(password === "" && { password: "Password is required!" }),
  };
}
