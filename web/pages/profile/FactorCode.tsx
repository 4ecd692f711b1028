/** Sets up the second factor. The first code proves that the app has the secret. */
import { Button, TextInput } from "@mantine/core";
import type { ApiError } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import { QrCode } from "../../ui/qr/QrCode.tsx";
import classes from "./Profile.module.css";

interface FactorCodeProps {
  secret: string;
  uri: string;
  onCodes: (recoveryCodes: string[]) => void;
  onRefused: (refusal: ApiError) => Promise<void>;
  onCancel: () => void;
}

export function FactorCode({ secret, uri, onCodes, onRefused, onCancel }: FactorCodeProps) {
  const form = useStaffForm({
    initialValues: { code: "" },
    validate: ({ code }): Record<string, string> =>
      /^\d{6}$/.test(code.replace(/\s/g, "")) ? {} : { code: "Please enter the six digits." },
  });
  return (
    <div className={classes.setUp}>
      <p>Scan this with an authenticator app, then enter the six digits it shows.</p>
      <div className={classes.code}>
        <QrCode text={uri} label="QR code for an authenticator app" />
      </div>
      <p className={classes.quiet}>
        Or type the key: <code className={classes.secret}>{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <StaffForm
        form={form}
        label="First code"
        buttons={[{ label: "Turn it on" }]}
        save={({ code }, options) => api.post("auth/confirmSecondFactor", { code }, options)}
        onSaved={({ recoveryCodes }) => onCodes(recoveryCodes)}
        onRefused={onRefused}
        actions={
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        <TextInput
          label="Code"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...form.getInputProps("code")}
        />
      </StaffForm>
    </div>
  );
}
