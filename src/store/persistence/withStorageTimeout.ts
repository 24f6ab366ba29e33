import { AgentKitError } from "../../protocol/errors.ts";

/** How long a person waits for a storage that does not answer, in milliseconds. */
const ANSWER_WITHIN_MS = 10_000;

/** What a storage answers. @throws AgentKitError `storage` when it does not */
export async function withStorageTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const give = () => reject(new AgentKitError("storage", "The storage does not answer."));
    timer = setTimeout(give, ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
