import { signIn } from "../../accounts/signIn.ts";
import { route } from "../../http/route.ts";

export const signin = route("auth/signin", async ({ body, client, userAgent }, services) => {
  const { email, password, code = null, device = null } = body;
  const { token, user, ...outcome } = await signIn(services, {
    email,
    password,
    code,
    device,
    client,
    userAgent,
  });
  return {
    payload: {
      currentUser: user,
      device: outcome.device,
      ...(outcome.secondFactorDue && { secondFactorDue: true }),
    },
    token,
  };
});
