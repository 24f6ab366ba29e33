/** Fetch function that records its requests. */
export interface FakeFetch {
  (url: string, init: RequestInit): Promise<Response>;
  readonly calls: readonly { readonly url: string; readonly init: RequestInit }[];
  /** Returns the number of cancelled bodies. */
  readonly cancelled: () => number;
}

/** Options of {@link fakeFetch} for the chunks and the content type of its response. */
export interface FakeFetchOptions {
  /** @defaultValue `"text/event-stream"` */
  readonly contentType?: string;
  /**
   * Exact number of bytes per chunk, which a network does not guarantee. @defaultValue all at once
   */
  readonly chunkSize?: number;
  /** True to send each chunk in a task of its own. @defaultValue false */
  readonly isApart?: boolean;
}

/** Creates a fetch function that responds with these bytes without a network. */
export function fakeFetch(bytes: string | Uint8Array, options: FakeFetchOptions = {}): FakeFetch {
  const all = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  const { contentType = "text/event-stream", isApart = false } = options;
  const { chunkSize = Math.max(1, all.length) } = options;
  const calls: { url: string; init: RequestInit }[] = [];
  let cancelled = 0;
  const fetch = async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (isApart) await new Promise((resolve) => setImmediate(resolve));
        if (at < all.length) controller.enqueue(all.subarray(at, at + chunkSize));
        else controller.close();
        at += chunkSize;
      },
      cancel() {
        cancelled += 1;
      },
    });
    return new Response(body, { headers: { "content-type": contentType } });
  };
  return Object.assign(fetch, { calls, cancelled: () => cancelled });
}
