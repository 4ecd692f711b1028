/** A reference: the minimum of Fastify for a request. */
import Fastify from "fastify";
import { listen } from "./listen.ts";

const http = Fastify({ logger: false });
http.get("/", async () => ({ msg: null, payload: { hello: "world" } }));
http.post("/", async (request) => ({ msg: null, payload: request.body }));
await listen(http);
