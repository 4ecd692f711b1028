import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const endSession = route("auth/endSession", async (request, { sessions }) => {
  const { sessionId } = request.body;
  await sessions.endOne(requireViewer(request).id, sessionId);
  return { payload: { sessionId } };
});
