import { demoAccounts } from "../demo/seed.ts";

/** Sends a POST if there is a `body`, else a GET. Throws if the site refuses. */
export async function callSite(
  url: string,
  call: string,
  { body, token = "" }: { body?: object; token?: string } = {},
): Promise<{ payload: unknown; token: string }> {
  const reply = await fetch(`${url}/api/${call}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(token !== "" && { authorization: token }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${call} answered ${reply.status}: ${await reply.text()}`);
  const { payload } = (await reply.json()) as { payload: unknown };
  return { payload, token: reply.headers.get("authorization") ?? token };
}

/** Signs in with the first demo account of a role. */
export async function signInDemo(url: string, role: (typeof demoAccounts)[number]["role"]): Promise<string> {
  const { email, password } = demoAccounts.find((account) => account.role === role)!;
  const { token } = await callSite(url, "auth/signin", { body: { email, password } });
  if (token === "") throw new Error(`The sign-in of ${email} returned no token.`);
  return token;
}
