import { signIn } from "../../accounts/signIn.ts";
import { route } from "../../http/route.ts";

export const signin = route("auth/signin", async ({ body, ip, userAgent }, house) => {
  const { email, password, code = null, device = null } = body;
  const attempt = { email, password, code, device, address: ip, userAgent };
  const { token, user, ...came } = await house.attempts.run(ip, () => signIn(house, attempt));
  return {
    payload: {
      currentUser: user,
      device: came.device,
      ...(came.secondFactorDue && { secondFactorDue: true }),
    },
    token,
  };
});
