/** The errors of tool messages whose handlers did not get to their end. */

/** The person stopped it. */
export const STOPPED = "stopped";
/** Its page was closed. Nobody knows how far it got, so it is not run again by itself. */
export const INTERRUPTED = "interrupted";
