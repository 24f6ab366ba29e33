import { about, pages, type Rule, reported, shows } from "../rule.ts";

const page = pages.messages;
const both = ["ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA"] as const;

/** How activities are shown and changed. */
export const activityRules: readonly Rule[] = [
  {
    name: "activity/snapshot-first",
    severity: "warning",
    says: "ACTIVITY_DELTA names an activity that an ACTIVITY_SNAPSHOT has made.",
    explanation: "The reference client ignores a delta of an activity that it does not know.",
    page,
    concerns: shows("ACTIVITY_DELTA"),
    breaches: reported(["missing-activity"]),
  },
  {
    name: "activity/patch-applies",
    severity: "warning",
    says: "The patch of an ACTIVITY_DELTA applies to the content of its activity.",
    explanation:
      "A patch that fails changes nothing, and the page shows an old state from then on. Send a snapshot when in doubt.",
    page,
    concerns: shows("ACTIVITY_DELTA"),
    breaches: reported(["patch-failed"], about("ACTIVITY_DELTA")),
  },
  {
    name: "activity/ids-of-their-own",
    severity: "warning",
    says: "Every activity has a messageId that is not empty and names no other kind of message.",
    explanation: "The activity is refused, or replaces the message whose id it has.",
    page,
    concerns: shows(...both),
    breaches: reported(["activity-refused", "id-collision"], about(...both)),
  },
];
