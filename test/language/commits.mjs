// @ts-check
import { execFileSync } from "node:child_process";

/** Number of the latest commits that are checked: earlier ones cannot be changed. */
const CHECKED_COMMITS = 8;
/** A copy with fewer commits has a history of its own, such as that of a shallow clone. */
const LEAST_COMMITS = 100;
const MAX_LENGTH = 72;
const SUBJECT =
  /^(?<type>feat|fix|perf|refactor|style|docs|test|build|chore)(?<scope>\([a-zA-Z0-9-]+\))?!?: [^A-Z\s].*[^.\s]$/;
/** Types of commits that may change several layers without changing what the kit does. */
const TYPES_WITHOUT_SCOPE = ["docs", "refactor", "test"];

/**
 * Returns what is wrong with the subject of a commit, which CONTRIBUTING.md describes; `undefined` for a good one.
 *
 * @param {string} subject
 * @returns {string | undefined}
 */
export function subjectProblem(subject) {
  if (subject.length > MAX_LENGTH)
    return `has ${subject.length} characters, more than ${MAX_LENGTH}`;
  const { type = "", scope } = SUBJECT.exec(subject)?.groups ?? {};
  if (!type) return "is not like `type(scope): imperative`";
  return scope || TYPES_WITHOUT_SCOPE.includes(type)
    ? undefined
    : `needs a scope: \`${type}(scope)\``;
}

/**
 * Returns the latest subjects that have a problem, one sentence each. Returns none in a copy without a history.
 *
 * @returns {string[]}
 */
export function findBadSubjects() {
  return latestSubjects().flatMap((subject) => {
    const problem = subjectProblem(subject);
    return problem ? [`The commit "${subject}" ${problem}.`] : [];
  });
}

/** @returns {string[]} */
function latestSubjects() {
  try {
    if (Number(git("rev-list", "--count", "HEAD")) < LEAST_COMMITS) return [];
    const output = git("log", "--no-merges", `--max-count=${CHECKED_COMMITS}`, "--format=%s");
    return output.split("\n").filter(Boolean);
  } catch {
    // The folder has no repository.
    return [];
  }
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
