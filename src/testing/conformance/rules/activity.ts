import { createEventCondition, docs, isAboutEvent, type Rule, violationsByIssue } from "../rule.ts";

const docsUrl = docs.messages;
const activityEvents = ["ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA"] as const;

/** Rules for activities. */
export const activityRules: readonly Rule[] = [
  {
    name: "activity/snapshot-first",
    severity: "warning",
    requirement: "ACTIVITY_DELTA refers to an activity that an ACTIVITY_SNAPSHOT created.",
    explanation: "The reference client ignores a delta for an unknown activity.",
    docsUrl,
    appliesTo: createEventCondition("ACTIVITY_DELTA"),
    findViolations: violationsByIssue(["missing-activity"]),
  },
  {
    name: "activity/patch-applies",
    severity: "warning",
    requirement: "The patch of an ACTIVITY_DELTA applies to the content of its activity.",
    explanation:
      "A patch that fails changes nothing, so clients show outdated content from then on. Send a snapshot when in doubt.",
    docsUrl,
    appliesTo: createEventCondition("ACTIVITY_DELTA"),
    findViolations: violationsByIssue(["patch-failed"], isAboutEvent("ACTIVITY_DELTA")),
  },
  {
    name: "activity/unique-ids",
    severity: "warning",
    requirement: "Every activity has a non-empty messageId that no other kind of message uses.",
    explanation: "The activity is rejected, or it replaces the message with the same id.",
    docsUrl,
    appliesTo: createEventCondition(...activityEvents),
    findViolations: violationsByIssue(
      ["activity-refused", "id-collision"],
      isAboutEvent(...activityEvents),
    ),
  },
];
