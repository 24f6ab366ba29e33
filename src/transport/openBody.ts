import { noConnection } from "./failures.ts";
import type { Lifeline } from "./lifeline.ts";

/** The body of an answer as it arrives. */
export interface OpenBody {
  /** The next bytes; `undefined` when the body has ended. */
  read(): Promise<Uint8Array | undefined>;
  /** Lets go of the connection. */
  cancel(): void;
}

/** Opens a body whose silence may last `idleMs` and no longer. */
export function openBody(
  response: Response,
  url: string,
  idleMs: number,
  lifeline: Lifeline,
): OpenBody {
  const source: ByteSource = response.body?.getReader() ?? wholeBody(response);
  return {
    async read() {
      try {
        const { value } = await lifeline.wait(source.read(), idleMs);
        return value;
      } catch (cause) {
        throw noConnection(url, cause, true);
      }
    },
    cancel() {
      // It rejects when the connection is gone already, which is what was wanted.
      source.cancel().catch(() => {});
    },
  };
}

/** What this file needs of a stream's reader. */
interface ByteSource {
  read(): Promise<{ value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** Where fetch has no streams, as in React Native, everything arrives at the end. */
function wholeBody(response: Response): ByteSource {
  let isRead = false;
  return {
    async read() {
      if (isRead) return {};
      isRead = true;
      return { value: new Uint8Array(await response.arrayBuffer()) };
    },
    async cancel() {},
  };
}
