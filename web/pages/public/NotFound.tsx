/** /NotFound, and every address that no page has. */
import { NotFoundMessage } from "../../ui/NotFoundMessage.tsx";

export function Component() {
  return <NotFoundMessage />;
}
