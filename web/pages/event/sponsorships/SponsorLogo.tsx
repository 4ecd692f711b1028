import { Button } from "@mantine/core";
import { useState } from "react";
import type { StaffSponsorship } from "../../../../contract/shapes/sponsorship.ts";
import { api } from "../../../api/browser.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import classes from "./SponsorLogo.module.css";
import { sponsorName } from "./sponsorshipWords.ts";

interface SponsorLogoProps {
  sponsorship: StaffSponsorship;
  onRemoved: () => void;
}

export function SponsorLogo({ sponsorship, onRemoved }: SponsorLogoProps) {
  const [isAsking, setAsking] = useState(false);
  if (sponsorship.logoUrl === null) return null;
  const name = sponsorName(sponsorship);
  return (
    <div className={classes.logo}>
      <img src={`${sponsorship.logoUrl}?w=320`} alt={`Logo of ${name}`} height="48" loading="lazy" />
      <Button variant="default" aria-label={`Remove logo of ${name}`} onClick={() => setAsking(true)}>
        Remove logo
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Remove this logo?"
        confirmLabel="Remove the logo"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          const body = { sponsorshipId: sponsorship.id };
          const reply = await api.post("sponsorship/removeLogo", body, { suppressFailure: true });
          if (reply === undefined) return;
          setAsking(false);
          onRemoved();
        }}
      >
        <p>
          The logo of {name} is permanently removed from the event’s page. Their name stays. They cannot add
          another one themselves.
        </p>
      </ConfirmDialog>
    </div>
  );
}
