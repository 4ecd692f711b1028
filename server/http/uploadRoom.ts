import { DomainError } from "../domainError.ts";

export interface HeldUpload {
  /** Counts bytes that have arrived. @throws DomainError `busy` if there is no room. */
  take(bytes: number): void;
  /** Releases all bytes of the request. Call it also after a refusal. */
  leave(): void;
}

export interface UploadRoom {
  /** Room for a request of `client`. */
  enter(client: string): HeldUpload;
}

/** In bytes. */
export const defaultUploadRoom = { perNode: 200 * 1024 * 1024, perClient: 50 * 1024 * 1024 };

/** Bounds the memory of one node for uploaded files. */
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
