/**
 * Bounds the memory of a node for uploaded files, over all requests: `perNode` bytes, and `perClient` of one client.
 * The caller releases the bytes of a request with `leave`, also after a refusal.
 */
import { DomainError } from "../domainError.ts";

/** The bytes that one request holds. */
export interface HeldUpload {
  /** Counts bytes that have arrived. @throws DomainError `busy` if there is no room. */
  take(bytes: number): void;
  /** Releases all bytes of the request. */
  leave(): void;
}

export interface UploadRoom {
  /** Room for a request of `client`; it holds nothing yet. */
  enter(client: string): HeldUpload;
}

/** The bounds of a node. */
export const defaultUploadRoom = { perNode: 200 * 1024 * 1024, perClient: 50 * 1024 * 1024 };

/** Opens the room of one node; tests make it smaller. */
export function openUploadRoom({ perNode, perClient } = defaultUploadRoom): UploadRoom {
  let held = 0;
  const byClient = new Map<string, number>();

  function add(client: string, bytes: number): void {
    held += bytes;
    const bytesOfClient = (byClient.get(client) ?? 0) + bytes;
    if (bytesOfClient === 0) byClient.delete(client);
    else byClient.set(client, bytesOfClient);
  }

  return {
    enter(client) {
      let bytesOfRequest = 0;
      return {
        take(bytes) {
          if ((byClient.get(client) ?? 0) + bytes > perClient)
            throw new DomainError(
              "busy",
              "Your other files are still being read. Send this one when they are done.",
            );
          if (held + bytes > perNode)
            throw new DomainError(
              "busy",
              "Many files are being read right now. Please try again in a minute.",
            );
          bytesOfRequest += bytes;
          add(client, bytes);
        },
        leave() {
          add(client, -bytesOfRequest);
          bytesOfRequest = 0;
        },
      };
    },
  };
}
