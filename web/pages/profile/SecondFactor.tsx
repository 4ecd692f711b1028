import { Button } from "@mantine/core";
import { useState } from "react";
import type { ApiError } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";
import { notify } from "../../stores/snackbars.ts";
import { FactorCode } from "./FactorCode.tsx";
import { PasswordFirst } from "./PasswordFirst.tsx";
import classes from "./Profile.module.css";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

interface SecondFactorProps {
  factor: { isOn: boolean; isRequired: boolean; recoveryCodesLeft: number };
  onChanged: () => Promise<void>;
}

type Step =
  | { kind: "overview"; words?: string }
  | { kind: "password"; act: "begin" | "newCodes" | "remove" }
  | { kind: "scan"; secret: string; uri: string }
  | { kind: "codes"; codes: string[] };

export function SecondFactor({ factor, onChanged }: SecondFactorProps) {
  const [step, setStep] = useState<Step>({ kind: "overview" });
  const showOverview = () => setStep({ kind: "overview" });

  /** Shows a change made elsewhere, or by a call whose answer was lost. */
  async function showCurrent({ code, msg }: ApiError): Promise<void> {
    if (code !== "inUse" && code !== "notActive") return;
    await onChanged();
    setStep({ kind: "overview", words: msg });
  }

  if (step.kind === "codes") {
    return (
      <RecoveryCodes
        codes={step.codes}
        onDone={() => {
          showOverview();
          void onChanged();
        }}
      />
    );
  }
  if (step.kind === "scan") {
    return (
      <FactorCode
        secret={step.secret}
        uri={step.uri}
        onCodes={(codes) => setStep({ kind: "codes", codes })}
        onRefused={showCurrent}
        onCancel={showOverview}
      />
    );
  }
  if (step.kind === "password") {
    const { act } = step;
    return (
      <PasswordFirst
        label={actLabels[act]}
        send={async (password, options) => {
          if (act === "begin") {
            const setup = await api.post("auth/beginSecondFactor", { password }, options);
            if (setup) setStep({ kind: "scan", ...setup });
          } else if (act === "newCodes") {
            const newCodes = await api.post("auth/newRecoveryCodes", { password }, options);
            if (newCodes) setStep({ kind: "codes", codes: newCodes.recoveryCodes });
            // Null is success; undefined means that the session has ended.
          } else if ((await api.post("auth/removeSecondFactor", { password }, options)) === null) {
            showOverview();
            notify({ text: "The second factor is off.", color: "success" });
            await onChanged();
          }
        }}
        onRefused={showCurrent}
        onCancel={showOverview}
      />
    );
  }
  return (
    <>
      {step.words !== undefined && <p role="alert">{step.words}</p>}
      {factor.isOn ? (
        <>
          <p>
            On. {factor.recoveryCodesLeft} of 10 recovery codes left
            {factor.recoveryCodesLeft <= 2 && ": make new ones"}.
          </p>
          <div className={classes.row}>
            <Button variant="default" onClick={() => setStep({ kind: "password", act: "newCodes" })}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => setStep({ kind: "password", act: "remove" })}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={classes.quiet}>
            Off. When it is on, signing in asks for your password and for a code from an app on your phone.
          </p>
          <Button onClick={() => setStep({ kind: "password", act: "begin" })}>Set it up</Button>
        </>
      )}
    </>
  );
}

const actLabels = { begin: "Go on", newCodes: "Make new recovery codes", remove: "Turn it off" } as const;
