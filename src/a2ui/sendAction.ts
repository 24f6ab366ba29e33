import type { A2uiClientAction } from "@a2ui/web_core/v0_9";
import { reportUncaught } from "../protocol/runtime.ts";
import { isRunning } from "../reducer/isRunning.ts";
import type { Thread } from "../store/thread/thread.ts";

/**
 * Sends an action of a surface to the agent: in a run without a message of the user, merged with the properties that the
 * application forwards. An action during a run is sent after it.
 */
export async function sendAction(thread: Thread, userAction: A2uiClientAction): Promise<void> {
  try {
    await runEnd(thread);
    await thread.run({ forwardedProps: { a2uiAction: { userAction } } });
  } catch (error) {
    reportUncaught(error);
  }
}

/** Resolves when no run is under way. */
function runEnd({ store }: Pick<Thread, "store">): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (isRunning(store.getState().run)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}
