/** A sponsor's logo in the staff list, where it can be removed. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { StaffSponsorship } from "../../../../contract/shapes/sponsorship.ts";
import { api } from "../../../api/browser.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import classes from "./SponsorLogo.module.css";
import { sponsorName } from "./sponsorshipWords.ts";

interface SponsorLogoProps {
  of: StaffSponsorship;
  /** Called after it was removed, because the page is outdated. */
  onRemoved: () => void;
}

export function SponsorLogo({ of, onRemoved }: SponsorLogoProps) {
  const [isAsking, setAsking] = useState(false);
  if (of.logoUrl === null) return null;
  const name = sponsorName(of);
  return (
    <div className={classes.logo}>
      <img src={`${of.logoUrl}?w=320`} alt={`Logo of ${name}`} height="48" loading="lazy" />
      <Button variant="default" aria-label={`Remove logo of ${name}`} onClick={() => setAsking(true)}>
        Remove logo
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Remove this logo?"
        confirmLabel="Remove the logo"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          const body = { sponsorshipId: of.id };
          const done = await api.post("sponsorship/removeLogo", body, { suppressFailure: true });
          if (done === undefined) return;
          setAsking(false);
          onRemoved();
        }}
      >
        <p>
          The logo of {name} goes from the event’s page for good. Their name stays. They cannot add another
          one themselves.
        </p>
      </ConfirmDialog>
    </div>
  );
}
