import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from "react-router";
import { ADMIN, homeOf } from "../../../contract/rules/roles.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { changeUser, session } from "../../stores/session.ts";
import { notify } from "../../stores/snackbars.ts";
import { DownloadEverything } from "../../ui/DownloadEverything.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { ClubForm } from "./ClubForm.tsx";
import { clubOfPage } from "./clubOfPage.ts";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const clubId = clubOfPage(params.clubId);
  return apiFrom(context).get("club/getClub", { clubId }, { signal: request.signal });
}

export function Component() {
  const club = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const user = session.get()?.currentUser;
  const isSudo = user?.role !== ADMIN;
  const home = homeOf(user?.role ?? null);
  return (
    <StaffPage
      title={`Edit ${club.name}`}
      crumbs={[{ label: isSudo ? "All clubs" : "Your events", to: home }]}
      actions={
        <>
          <Link to={paths.clubTeam(club.id)} className="button buttonQuiet">
            Team
          </Link>
          <Link to={paths.clubTaxRates(club.id)} className="button buttonQuiet">
            Tax rates
          </Link>
          {isSudo && (
            <Link to={paths.clubAccounts(club.id)} className="button buttonQuiet">
              Accounts
            </Link>
          )}
        </>
      }
    >
      <ClubForm
        club={club}
        onSaved={(savedClub) => {
          if (user !== undefined && user.clubId === savedClub.id)
            changeUser({ ...user, clubName: savedClub.name });
          notify({ text: "The club is saved.", color: "success" });
          return navigate(home);
        }}
      />
      <DownloadEverything path="club/archive" query={{ clubId: club.id }} label="Download club">
        One .zip file with the settings and tax rates of the club, and a .zip file for each of its events. You
        can create new events from these files, also in another installation.
      </DownloadEverything>
    </StaffPage>
  );
}
