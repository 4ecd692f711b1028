import { route } from "../../http/route.ts";

export const live = route("health/live", async () => ({ payload: { live: true } }));
