import { yieldToMain } from "../../protocol/scheduling.ts";
import type { AbortTimeout } from "./abortTimeout.ts";
import { createAsyncQueue } from "./asyncQueue.ts";
import { networkError } from "./transportErrors.ts";

/** The body of a response as it arrives. */
export interface BodyReader {
  /**
   * Resolves with the bytes that arrived since the last call as soon as there are any; `undefined`
   * at the end.
   *
   * @param limitMs - Longest wait in milliseconds; 0 means no limit.
   */
  readBytes(limitMs: number): Promise<Uint8Array | undefined>;
  /** Closes the connection. */
  closeConnection(): void;
}

/** Number of unread bytes at which reading pauses. */
const MAX_AHEAD_BYTES = 16_384;

/**
 * Number of bytes passed on per task, so that the browser paints between parts of a large chunk.
 */
const MAX_TASK_BYTES = 131_072;

/**
 * Creates the reader of a body. It reads ahead, because passing on many small chunks takes longer
 * than reading them; a large chunk is split.
 */
export function createBodyReader(
  response: Response,
  url: string,
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
        // Creating a view costs as much as reading a small chunk, so a whole chunk gets none.
        queue.push(offset === 0 ? value : value.subarray(offset));
      }
      isReading = false;
    } catch (error) {
      queue.end({ error });
    }
  }

  return {
    async readBytes(limitMs) {
      if (!isReading) readAhead();
      try {
        const chunks = await abortTimeout.waitFor(queue.readItems(), limitMs);
        bytesAhead = 0;
        return chunks && concatenate(chunks);
      } catch (cause) {
        throw networkError(url, cause, true);
      }
    },
    closeConnection() {
      // Cancelling rejects when the connection is already closed.
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

/** The part of a stream reader that is used here. */
interface ByteSource {
  read(): Promise<{ value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** Reads a body at once where fetch has no streams, as in React Native. */
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
