import type { Strings } from "../strings/strings.ts";

/** Marks of the stack traces of Python, JavaScript, Java, Go and Ruby. */
const STACK_TRACE =
  /Traceback \(most recent|^[ \t]+at .+[:(]|^[ \t]*File ".+", line \d|^goroutine \d|^[ \t]*from .+:\d+:in /m;

/**
 * @internal Returns the message that an agent sent for the user, and the kit's own message in place of none and of
 * a stack trace.
 */
export function describeServerMessage(message: string | undefined, { errors }: Strings): string {
  if (!message) return errors.other;
  return STACK_TRACE.test(message) ? errors.server : message;
}
