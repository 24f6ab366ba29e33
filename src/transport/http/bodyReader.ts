import { yieldToMain } from "../../protocol/yieldToMain.ts";
import type { AbortTimeout } from "./abortTimeout.ts";
import { createAsyncQueue } from "./asyncQueue.ts";
import { networkError } from "./transportErrors.ts";

/** The body of an answer as it arrives. */
export interface OpenBody {
  /** The bytes that have come since the last call, as soon as there are some; `undefined` when the body has ended. */
  read(): Promise<Uint8Array | undefined>;
  /** Lets go of the connection. */
  cancel(): void;
}

/** From how many bytes on nothing more is read before it is asked for. */
const MOST_AHEAD = 16_384;

/** How many bytes of one piece are handed on before the page has a turn: some ms, where megabytes come at once. */
const MOST_IN_TASK = 131_072;

/**
 * Opens a body whose silence may last `idleMs` and no longer. It reads ahead: to hand pieces on one by one takes
 * longer than to read them where a server sends small ones. A large one is cut, and painted between.
 */
export function createBodyReader(
  response: Response,
  url: string,
  idleMs: number,
  lifeline: AbortTimeout,
): OpenBody {
  const source: ByteSource = response.body?.getReader() ?? wholeBody(response);
  const arrived = createAsyncQueue<Uint8Array>();
  let ahead = 0;
  let isReading = false;

  async function readAhead(): Promise<void> {
    isReading = true;
    try {
      while (ahead < MOST_AHEAD) {
        const { value } = await source.read();
        if (!value) {
          arrived.end();
          return;
        }
        ahead += value.length;
        let at = 0;
        for (; at + MOST_IN_TASK < value.length; at += MOST_IN_TASK) {
          arrived.push(value.subarray(at, at + MOST_IN_TASK));
          await yieldToMain();
        }
        // A view of what is small would take as long as to read it.
        arrived.push(at === 0 ? value : value.subarray(at));
      }
      isReading = false;
    } catch (error) {
      arrived.end({ error });
    }
  }

  return {
    async read() {
      if (!isReading) readAhead();
      try {
        const pieces = await lifeline.wait(arrived.read(), idleMs);
        ahead = 0;
        return pieces && joined(pieces);
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

function joined(pieces: readonly Uint8Array[]): Uint8Array | undefined {
  if (pieces.length === 1) return pieces[0];
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
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
