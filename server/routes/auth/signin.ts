import { signIn } from "../../accounts/signIn.ts";
import { route } from "../../http/route.ts";

export const signin = route("auth/signin", async ({ body, client, userAgent }, services) => {
  const { email, password, code = null, device = null } = body;
  const attempt = { email, password, code, device, client, userAgent };
  const { token, user, ...outcome } = await signIn(services, attempt);
  return {
    payload: {
      currentUser: user,
      device: outcome.device,
      ...(outcome.secondFactorDue && { secondFactorDue: true }),
    },
    token,
  };
});
