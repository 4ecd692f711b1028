/** A chosen file is uploaded immediately. */
import { useState } from "react";
import { maxLogoMb } from "../../../../contract/rules/pictures.ts";
import { useAct } from "../../../act/useAct.ts";
import { api } from "../../../api/browser.ts";
import { FilePicker } from "../../../forms/FilePicker.tsx";
import type { SponsorProof } from "../../../paths.ts";
import payClasses from "../checkout/payment.module.css";
import classes from "./LogoPart.module.css";

interface LogoPartProps {
  proof: SponsorProof;
  initialUrl: string | null;
  sponsorName: string;
  /** In words. */
  until?: string;
}

export function LogoPart({ proof, initialUrl, sponsorName, until }: LogoPartProps) {
  const [url, setUrl] = useState(initialUrl);
  const [status, setStatus] = useState("");
  const { isBusy, problem, run } = useAct();

  const saveLogo = (files?: File[]) =>
    run(async () => {
      setStatus(files ? "The logo is being sent." : "The logo is being removed.");
      const { sponsorshipId, accessKey } = proof;
      const options = { suppressToasts: true, ...(files && { files }) };
      const answer = await api.post("sponsorship/setLogo", { sponsorshipId, accessKey }, options);
      setUrl(answer.logoUrl);
      setStatus(files ? "The logo is saved." : "The logo is removed.");
    });

  return (
    <section className={payClasses.card} aria-labelledby="logo-part">
      <div className={payClasses.cardHead}>
        <h2 id="logo-part">Your logo (optional)</h2>
        {url !== null && (
          <button
            type="button"
            className="button buttonQuiet"
            aria-busy={isBusy}
            onClick={() => void saveLogo()}
          >
            Remove the logo
          </button>
        )}
      </div>
      {url !== null && (
        <img className={classes.logo} src={`${url}?w=320`} alt={`Logo of ${sponsorName}`} height="80" />
      )}
      <FilePicker
        label={url === null ? "Picture" : "Another picture"}
        accept=".jpg,.jpeg,.png"
        description={`JPEG or PNG, at most ${maxLogoMb} MB. It is shown beside your name on the event’s page. ${until === undefined ? "" : `You can change it until ${until}. `}The club may remove it.`}
        error={problem}
        onChange={(files) => void saveLogo(files)}
      />
      <p role="status" className="visuallyHidden">
        {problem === null && status}
      </p>
    </section>
  );
}
