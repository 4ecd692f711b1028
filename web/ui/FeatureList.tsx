import type { SponsorshipPackage } from "../../contract/shapes/sponsorshipPackage.ts";

interface FeatureListProps extends Pick<SponsorshipPackage, "features"> {
  /** A class that composes `features` of FeatureList.module.css. */
  className: string | undefined;
}

export function FeatureList({ features, className }: FeatureListProps) {
  return (
    <ul className={className}>
      {features.map(({ text, included }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same.
        <li key={index} data-included={included || undefined}>
          <span className="visuallyHidden">{included ? "Included: " : "Not included: "}</span>
          {text}
        </li>
      ))}
    </ul>
  );
}
