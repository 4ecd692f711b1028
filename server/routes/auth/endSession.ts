import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const endSession = route("auth/endSession", async (asked, { sessions }) => {
  const { sessionId } = asked.body;
  await sessions.endOne(requireViewer(asked).id, sessionId);
  return { payload: { sessionId } };
});
