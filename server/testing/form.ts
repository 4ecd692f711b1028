import type { CallName } from "../../contract/all.ts";
import type { TestApp, TestReply } from "./app.ts";

/** Makes a call with multipart/form-data. */
export async function askByForm<N extends CallName>(
  app: TestApp,
  name: N,
  {
    fields,
    files = [],
    token,
  }: { fields: Record<string, string>; files?: [Buffer, string][]; token: string },
): Promise<TestReply<N>> {
  const form = new FormData();
  for (const [field, text] of Object.entries(fields)) form.append(field, text);
  for (const [file, fileName] of files) form.append("files", new Blob([new Uint8Array(file)]), fileName);
  const request = new Request("http://foyer.test", { method: "POST", body: form });
  const response = await app.http.inject({
    method: "POST",
    url: `/api/${name}`,
    headers: { authorization: token, "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body = response.json() as Pick<TestReply<N>, "msg" | "code" | "payload">;
  return { status: response.statusCode, headers: response.headers, ...body };
}
