/** The names of what did not introduce itself are made of its id, by the hooks as well. */
export { humanize } from "./humanize.ts";
