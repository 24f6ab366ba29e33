import { yieldToMain } from "../../protocol/yieldToMain.ts";
import type { AbortTimeout } from "./abortTimeout.ts";
import { createAsyncQueue } from "./asyncQueue.ts";
import { networkError } from "./transportErrors.ts";

/** The body of an answer as it arrives. */
export interface BodyReader {
  /** The bytes that have come since the last call, as soon as there are some; `undefined` when the body has ended. */
  read(): Promise<Uint8Array | undefined>;
  /** Lets go of the connection. */
  cancel(): void;
}

/** From how many bytes on nothing more is read before it is asked for. */
const MAX_AHEAD_BYTES = 16_384;

/** How many bytes of one piece are handed on before the page has a turn: some ms, where megabytes come at once. */
const MAX_TASK_BYTES = 131_072;

/**
 * Opens a body whose silence may last `idleMs` and no longer. It reads ahead: to hand pieces on one by one takes
 * longer than to read them where a server sends small ones. A large one is cut, and painted between.
 */
export function createBodyReader(
  response: Response,
  url: string,
  idleMs: number,
  abortTimeout: AbortTimeout,
): BodyReader {
  const source: ByteSource = response.body?.getReader() ?? bufferedSource(response);
  const queue = createAsyncQueue<Uint8Array>();
  let bytesAhead = 0;
  let isReading = false;

  async function readAhead(): Promise<void> {
    isReading = true;
    try {
      while (bytesAhead < MAX_AHEAD_BYTES) {
        const { value } = await source.read();
        if (!value) {
          queue.end();
          return;
        }
        bytesAhead += value.length;
        let offset = 0;
        for (; offset + MAX_TASK_BYTES < value.length; offset += MAX_TASK_BYTES) {
          queue.push(value.subarray(offset, offset + MAX_TASK_BYTES));
          await yieldToMain();
        }
        // A view of what is small would take as long as to read it.
        queue.push(offset === 0 ? value : value.subarray(offset));
      }
      isReading = false;
    } catch (error) {
      queue.end({ error });
    }
  }

  return {
    async read() {
      if (!isReading) readAhead();
      try {
        const chunks = await abortTimeout.waitFor(queue.read(), idleMs);
        bytesAhead = 0;
        return chunks && concatenate(chunks);
      } catch (cause) {
        throw networkError(url, cause, true);
      }
    },
    cancel() {
      // It rejects when the connection is gone already, which is what was wanted.
      source.cancel().catch(() => {});
    },
  };
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array | undefined {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** What this file needs of a stream's reader. */
interface ByteSource {
  read(): Promise<{ value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** Where fetch has no streams, as in React Native, everything arrives at the end. */
function bufferedSource(response: Response): ByteSource {
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
