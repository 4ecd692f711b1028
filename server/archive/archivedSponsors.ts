import { z } from "zod";
import type { Currency } from "../../contract/scalars.ts";
import { minor, plannedInstant, requiredTextLine, textLine } from "../../contract/scalars.ts";
import { sponsorInput } from "../../contract/shapes/sponsorship.ts";
import { priceOf } from "../people/import/importCells.ts";
import type { ImportedSponsor } from "../sponsorships/importedSponsors.ts";
import { archivedEmail } from "./archivedEmail.ts";
import { archivedRows, judgedRow } from "./archivedTable.ts";
import { type LeftOut, openCounts } from "./leftOut.ts";
import { archiveNames, sponsorHeadings as heading } from "./names.ts";

// Sponsors from earlier versions may lack these two fields.
const sponsorData = sponsorInput.extend({
  firstName: textLine(100),
  email: z.union([z.literal(""), archivedEmail]),
});
const sponsorShape = z.object({
  package: requiredTextLine(200),
  amount: minor.nullable().refine((amount) => amount !== null, "must be an amount"),
  shown: z.enum(["yes", "no"], "must be yes or no"),
  hidden: z.enum(["yes", "no"], "must be yes or no"),
  created: plannedInstant,
  sponsor: sponsorData,
});

const logoName = /^pictures\/sponsor-\d{1,15}\.(?:jpg|png)$/;

/** `logo` is a name in the archive; `leftOut` counts the other sponsors, by state. */
export interface ArchivedSponsors {
  sponsors: (Omit<ImportedSponsor, "logo"> & { logo: string | null })[];
  leftOut: LeftOut[];
}

/** The names of the logos of sponsors who paid. */
export function logosNamedIn([headings = [], ...rows]: readonly string[][]): string[] {
  const [logo, state] = [headings.indexOf(heading.logo), headings.indexOf(heading.payment)];
  return rows.flatMap((cells) =>
    cells[state] === "paid" && logoName.test(cells[logo] ?? "") ? [cells[logo]!] : [],
  );
}

/**
 * Reads the sponsors who paid. The guests of their packages are among the archive's people.
 * @param packages the stored ids of packages by their ids in the file.
 * @throws invalidFile
 */
export function archivedSponsors(
  rows: readonly string[][],
  { packages, currency }: { packages: ReadonlyMap<number, number>; currency: Currency },
): ArchivedSponsors {
  if (rows.length === 0) return { sponsors: [], leftOut: [] };
  const leftOut = openCounts();
  const sponsors: ArchivedSponsors["sponsors"] = [];
  const name = archiveNames.sponsors;
  const columns = { wanted: Object.values(heading), headingAddedLater: heading.packageId };
  for (const { row, cells } of archivedRows(name, rows, columns)) {
    const state = cells[heading.payment];
    if (state !== "paid") {
      leftOut.add(state);
      continue;
    }
    const judged = judgedRow(name, row, {
      shape: sponsorShape,
      values: {
        package: cells[heading.package],
        amount: priceOf(cells[heading.amount], currency),
        shown: cells[heading.shown],
        hidden: cells[heading.hidden],
        created: cells[heading.created],
        sponsor: {
          firstName: cells[heading.firstName],
          lastName: cells[heading.lastName],
          email: cells[heading.email],
          phone: cells[heading.phone],
          organization: cells[heading.organization],
          message: cells[heading.message],
        },
      },
    });
    sponsors.push({
      // The file lacks packages that the club had for all events; rows of older archives lack the id.
      packageId: packages.get(Number(cells[heading.packageId])) ?? null,
      packageType: judged.package,
      sponsorData: judged.sponsor,
      paidElsewhere: judged.amount!,
      isPublic: judged.shown === "yes",
      isHidden: judged.hidden === "yes",
      logo: logoName.test(cells[heading.logo]) ? cells[heading.logo] : null,
      createdAt: new Date(judged.created),
    });
  }
  return {
    sponsors,
    leftOut: leftOut.all().map(({ text: state, count }) => ({
      text: `${state.slice(0, 80)} ${count === 1 ? "sponsor" : "sponsors"}`,
      count,
    })),
  };
}
