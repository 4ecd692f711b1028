import { Button, TextInput } from "@mantine/core";
import { isEmail } from "../../../contract/rules/email.ts";
import { passwordProblem } from "../../../contract/rules/password.ts";
import type { AppUser } from "../../../contract/shapes/appUser.ts";
import { api } from "../../api/browser.ts";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import classes from "./Credentials.module.css";
import { bodyOf, type CredentialValues } from "./credentialValues.ts";
import type { IssuedPassword } from "./GivenPassword.tsx";
import { makePassword } from "./makePassword.ts";

interface CredentialFormProps {
  clubId: number;
  /** Null for a new account. */
  user: AppUser | null;
  /** Gets the new password, if there is one. */
  onSaved: (issued: IssuedPassword | null) => Promise<void>;
}

export function CredentialForm({ clubId, user, onSaved }: CredentialFormProps) {
  const form = useStaffForm<CredentialValues>({
    initialValues: {
      fullName: user?.fullName ?? "",
      email: user?.email ?? "",
      password: user === null ? makePassword() : "",
    },
    validate: (values) => problemsOf(values, user === null),
  });
  return (
    <StaffForm
      form={form}
      label="Account"
      buttons={[{ label: user === null ? "Add account" : "Save account" }]}
      fieldOfCode={{ emailTaken: "email" }}
      save={(values, options) => api.post("appUser/save", bodyOf(values, { user, clubId }), options)}
      onSaved={({ email }) => {
        const { password } = form.getValues();
        return onSaved(password === "" ? null : { email, password });
      }}
    >
      <TextInput
        label="Name"
        required
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps("fullName")}
      />
      <TextInput label="E-mail" type="email" required autoComplete="off" {...form.getInputProps("email")} />
      {user === null && (
        <div className={classes.made}>
          <TextInput
            label="Password"
            required
            description="Made for this account. It is shown once, after saving."
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps("password")}
          />
          <Button variant="default" onClick={() => form.setFieldValue("password", makePassword())}>
            Make another
          </Button>
        </div>
      )}
    </StaffForm>
  );
}

function problemsOf({ fullName, email, password }: CredentialValues, isNew: boolean): Record<string, string> {
  const passwordMessage = isNew ? passwordProblem(password) : null;
  return {
    ...(fullName.trim() === "" && { fullName: "Please enter a name." }),
    ...(!isEmail(email.trim()) && { email: "Please enter an e-mail address, like name@example.org." }),
    ...(passwordMessage !== null && { password: passwordMessage }),
  };
}
