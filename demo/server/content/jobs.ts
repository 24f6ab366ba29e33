/** Job in three steps that change the user's data. */
export interface Job {
  readonly words: RegExp;
  /** Message before the approval requests. */
  readonly lead: string;
  readonly tasks: readonly [Task, Task, Task];
}

export interface Task {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Approval request. */
  readonly ask: string;
  readonly result: Readonly<Record<string, unknown>>;
  /** Result of the step when it is approved. */
  readonly done: string;
  readonly notDone: string;
}

export const jobs: readonly Job[] = [
  {
    words: /holiday|away|vacation|leave/i,
    lead: "Three things are left to do before you go. Each needs your word.",
    tasks: [
      {
        tool: "set_automatic_reply",
        args: { until: "Sunday the 18th", text: "I am away and will answer when I am back." },
        ask: "Answer every mail for you until Sunday the 18th?",
        result: { active: true },
        done: "Mails are answered for you until Sunday the 18th.",
        notDone: "The automatic reply stays off.",
      },
      {
        tool: "cancel_meetings",
        args: { meetings: ["Team lunch", "Budget review", "Interview"], notify: true },
        ask: "Cancel three meetings and tell the others?",
        result: { cancelled: 3, notified: 11 },
        done: "Three meetings are cancelled, and eleven people know.",
        notDone: "The three meetings stay in the calendar.",
      },
      {
        tool: "pay_invoice",
        args: { to: "Harbour Electric", number: "2207", amount: 84.2, currency: "EUR" },
        ask: "Pay €84.20 to Harbour Electric, due while you are away?",
        result: { paid: 84.2, currency: "EUR" },
        done: "Harbour Electric has been paid €84.20.",
        notDone: "The invoice of Harbour Electric is still open.",
      },
    ],
  },
  {
    words: /release|publish|version|deploy/i,
    lead: "Everything is green. From here on, others will see it, so I ask.",
    tasks: [
      {
        tool: "tag_version",
        args: { version: "2.4.0", commit: "9f1c2ab" },
        ask: "Tag commit 9f1c2ab as version 2.4.0?",
        result: { tag: "v2.4.0" },
        done: "Version 2.4.0 is tagged.",
        notDone: "Nothing is tagged.",
      },
      {
        tool: "publish_package",
        args: { name: "lighthouse", version: "2.4.0", access: "public" },
        ask: "Publish lighthouse 2.4.0 for everybody?",
        result: { url: "https://packages.example/lighthouse/2.4.0" },
        done: "lighthouse 2.4.0 can be installed.",
        notDone: "lighthouse 2.4.0 is not published.",
      },
      {
        tool: "announce",
        args: {
          channel: "#general",
          text: "lighthouse 2.4.0 is out: quieter lamps, faster stairs.",
        },
        ask: "Announce it in #general, to 214 people?",
        result: { readers: 214 },
        done: "214 people in #general have been told.",
        notDone: "Nobody has been told.",
      },
    ],
  },
  {
    words: /clean|tidy|files|space|delete/i,
    lead: "I found three places that could do with it. Nothing is touched before you say so.",
    tasks: [
      {
        tool: "empty_trash",
        args: { items: 1_204, size: "3.1 GB" },
        ask: "Delete the 1,204 items in the trash for good?",
        result: { freed: "3.1 GB" },
        done: "The trash is empty: 3.1 GB are free again.",
        notDone: "The trash is as full as it was.",
      },
      {
        tool: "archive_folder",
        args: { folder: "Projects/2019", to: "Archive" },
        ask: "Move the projects of 2019 to the archive?",
        result: { moved: 88 },
        done: "88 projects of 2019 are in the archive.",
        notDone: "The projects of 2019 stay where they are.",
      },
      {
        tool: "remove_duplicates",
        args: { folder: "Photos", copies: 312, keep: "largest" },
        ask: "Delete 312 photos of which there is a larger copy?",
        result: { removed: 312, freed: "1.7 GB" },
        done: "312 duplicates are gone: 1.7 GB are free again.",
        notDone: "Every photo is still there, some of them twice.",
      },
    ],
  },
];
