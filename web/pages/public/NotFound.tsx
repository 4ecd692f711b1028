/** /NotFound, and every address without a page. */
import { NotFoundMessage } from "../../ui/NotFoundMessage.tsx";

export function Component() {
  return <NotFoundMessage />;
}
