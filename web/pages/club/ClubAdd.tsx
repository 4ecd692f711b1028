import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { notify } from "../../stores/snackbars.ts";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { ClubForm } from "./ClubForm.tsx";

export function Component() {
  const navigate = useNavigate();
  return (
    <StaffPage
      title="Add a club"
      lead="After this you add accounts for its staff."
      crumbs={[{ label: "All clubs", to: paths.sudoDashboard() }]}
    >
      <ClubForm
        club={null}
        onSaved={(club) => {
          notify({ text: `${club.name} is added.`, color: "success" });
          return navigate(paths.clubAccounts(club.id));
        }}
      />
    </StaffPage>
  );
}
