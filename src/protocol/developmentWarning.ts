/** Environment variables of Node, which bundlers replace in browser builds. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Mistakes that a warning was printed for, by the object that has them. */
const warned = new WeakMap<object, Set<string>>();

/**
 * Prints a warning about a mistake of the application, in development and once per mistake.
 *
 * @param owner - The object that has the mistake, such as the options of an agent.
 * @param mistake - Name of the mistake; its repetitions print nothing.
 * @param explain - Returns the warning: what is wrong, and the way out.
 */
export function warnInDevelopment(owner: object, mistake: string, explain: () => string): void {
  if (!isDevelopment()) return;
  const mistakes = warned.get(owner) ?? new Set();
  if (mistakes.has(mistake)) return;
  warned.set(owner, mistakes.add(mistake));
  console.warn(`agui-kit: ${explain()}`);
}

/** Returns false in production builds. */
export function isDevelopment(): boolean {
  try {
    // Written out, because bundlers replace exactly this expression.
    return process.env.NODE_ENV !== "production";
  } catch {
    // A browser that runs the sources without a bundler has no `process`.
    return false;
  }
}
