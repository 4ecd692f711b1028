import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { calls } from "../../../contract/all.ts";
import type { Call } from "../../../contract/endpoint.ts";
import { clearable, id, jsonOrText, optional, plannedInstant, textLine } from "../../../contract/scalars.ts";
import { answerFailure } from "../errors.ts";
import { readForm, registerMultipart } from "../multipart.ts";
import { parse } from "../parse.ts";
import { openUploadRoom } from "../uploadRoom.ts";

const shape = z.object({
  id: id.nullish(),
  name: textLine(100).optional(),
  note: clearable(textLine(100)),
  contact: optional(textLine(100)),
  end: plannedInstant.nullish(),
  amount: z.number().optional(),
  isOn: z.boolean().optional(),
  config: jsonOrText(z.object({ size: z.number() })).nullish(),
  list: z.array(z.object({ name: z.string() })).optional(),
});
const kilobyte = 1024;

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  await registerMultipart(app);
  app.post("/form", async (request) => {
    const uploadEntry = openUploadRoom().enter("somebody");
    const form = await readForm(request, { fileBytes: 10 * kilobyte, files: 2 }, shape, uploadEntry);
    const files = form.files.map(({ body, ...file }) => ({ ...file, bytes: body.length }));
    return { body: parse(shape, form.body), files };
  });
});
afterAll(() => app.close());

async function send(form: FormData) {
  const request = new Request("http://foyer.test/form", { method: "POST", body: form });
  const reply = await app.inject({
    method: "POST",
    url: "/form",
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: reply.statusCode, ...reply.json() };
}

function formOf(fields: Record<string, string>, ...files: [field: string, file: Blob, name?: string][]) {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  for (const [field, file, name] of files) form.append(field, file, name);
  return form;
}

const accepts = (field: z.ZodType, value: unknown) => field.safeParse(value).success;

describe("a form with files", () => {
  test("a form gives the same body as JSON: its texts become numbers, booleans and nested fields", async () => {
    const fields = {
      id: "7",
      name: "12",
      amount: "7.5",
      isOn: "true",
      config: '{"size":3}',
      list: '[{"name":"true"}]',
      end: "2030-01-01T00:00:00Z",
    };
    expect((await send(formOf(fields))).body).toEqual({
      id: 7,
      name: "12",
      amount: 7.5,
      isOn: true,
      config: { size: 3 },
      list: [{ name: "true" }],
      end: "2030-01-01T00:00:00.000Z",
    });
  });

  test.each(["", "null", "undefined"])(
    "a form field with the text %j clears its value or counts as not sent",
    async (text) => {
      const fields = {
        id: text,
        name: text,
        note: text,
        contact: text,
        end: text,
        amount: text,
        config: text,
      };
      expect((await send(formOf(fields))).body).toEqual({
        id: null,
        note: "",
        contact: null,
        end: null,
        config: null,
      });
    },
  );

  test("a form can empty each text that it can change, because every such field also accepts null", () => {
    const bodies = Object.entries(calls).flatMap(([name, { multipart, body }]: [string, Call]) =>
      multipart === undefined
        ? []
        : [{ name, shape: (body as z.ZodObject<Record<string, z.ZodType>>).shape }],
    );
    // A call with an id changes something that exists, so it must be able to empty a text.
    const changes = bodies.filter(({ shape }) => "id" in shape);
    expect(changes.map(({ name }) => name)).toEqual(["club/save", "event/save", "event/saveLandingConfig"]);
    const stuck = changes.flatMap(({ name, shape }) =>
      Object.keys(shape)
        .filter((field) => accepts(shape[field]!, "") && !accepts(shape[field]!, null))
        .map((field) => `${name} ${field}`),
    );
    expect(stuck).toEqual([]);
  });

  test("an invalid form is refused with a problem for each field, like JSON", async () => {
    const reply = await send(formOf({ amount: "many", config: '{"size":"big"}', end: "soon" }));
    expect(reply).toMatchObject({ status: 400, code: "invalidInput" });
    expect(reply.payload.fields.map(({ path }: { path: string }) => path)).toEqual([
      "end",
      "amount",
      "config.size",
    ]);
  });

  test("the files of a form keep the names and types that were sent, without paths", async () => {
    const picture = new Blob([Buffer.alloc(2 * kilobyte)], { type: "image/png" });
    const reply = await send(formOf({ name: "Gala" }, ["files", picture, "../../x.png"]));
    expect(reply).toMatchObject({
      body: { name: "Gala" },
      files: [{ name: "x.png", type: "image/png", bytes: 2 * kilobyte }],
    });
    const nothingChosen = await send(formOf({}, ["files", new Blob([]), ""]));
    expect(nothingChosen).toMatchObject({ status: 200, files: [] });
  });

  test("a form with too large or too many files is refused", async () => {
    const large = new Blob([Buffer.alloc(10 * kilobyte + 1)]);
    const small = new Blob(["x"]);
    expect(await send(formOf({}, ["files", large, "a"]))).toMatchObject({ status: 413, code: "tooLarge" });
    const three = formOf({}, ["files", small, "a"], ["files", small, "b"], ["files", small, "c"]);
    expect(await send(three)).toMatchObject({ status: 413, msg: "Send at most 2 files." });
  });

  test("a form with too many or too long fields is refused", async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field${index}`, "x"]));
    expect(await send(formOf(many))).toMatchObject({ status: 413, code: "tooLarge" });
    expect(await send(formOf({ name: "x".repeat(600 * kilobyte) }))).toMatchObject({ status: 413 });
  });

  test.each([
    ["no boundary", "multipart/form-data", "--x\r\n\r\n"],
    [
      "no final boundary",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    ],
    [
      "a file that is cut off",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\nb',
    ],
    [
      "the field name __proto__",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n{}\r\n--x--\r\n',
    ],
  ])("a form with %s is refused with 400", async (_, type, payload) => {
    const reply = await app.inject({
      method: "POST",
      url: "/form",
      headers: { "content-type": type },
      payload,
    });
    expect([reply.statusCode, reply.json().code]).toEqual([400, "invalidInput"]);
  });
});
