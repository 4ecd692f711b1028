import type { RegistrationState } from "../../../contract/shapes/registration.ts";

export const whyNoCode: Readonly<Record<RegistrationState, string | null>> = {
  active: null,
  held: "There is no code yet: the registration is not complete.",
  pending: "There is no code yet: the payment has not come in.",
  expired: "There is no code: the registration was not completed in time.",
  cancelled: "There is no code: the registration was cancelled.",
};
