/** Asks for the password before a sensitive action. */
import { Button } from "@mantine/core";
import type { ApiError } from "../../api/apiError.ts";
import type { CallOptions } from "../../api/client.ts";
import { PasswordField } from "../../forms/PasswordField.tsx";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";

interface PasswordFirstProps {
  label: string;
  send: (password: string, options: CallOptions) => Promise<void>;
  onRefused: (refusal: ApiError) => Promise<void>;
  onCancel: () => void;
}

export function PasswordFirst({ label, send, onRefused, onCancel }: PasswordFirstProps) {
  const form = useStaffForm({
    initialValues: { password: "" },
    validate: ({ password }): Record<string, string> =>
      password === "" ? { password: "Password is required!" } : {},
  });
  return (
    <StaffForm
      form={form}
      label={label}
      buttons={[{ label }]}
      save={async ({ password }, options) => {
        await send(password, options);
        // `StaffForm` takes undefined as an ended session.
        return true;
      }}
      onSaved={() => {}}
      onRefused={onRefused}
      actions={
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <PasswordField
        label="Your password, to be sure it is you"
        autoComplete="current-password"
        {...form.getInputProps("password")}
      />
    </StaffForm>
  );
}
