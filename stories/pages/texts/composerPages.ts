import type { PageText } from "../pageText.ts";

export const composerPages: Readonly<Record<string, PageText>> = {
  "Composer/Composer": {
    components: ["Composer"],
    use: "Where users write: the text above, the tools below, with slots for a choice of models, toggles and a disclaimer. Drafts survive a change of the thread, and a reload with a storage.",
    accessibility: [
      "`Enter` sends, `Shift+Enter` breaks the line; on touch screens `Enter` breaks the line.",
      "`ArrowUp` in the empty composer edits the last message.",
    ],
  },
  "Composer/Attachments": {
    components: ["Attachments"],
    use: "Lets users attach files by button, drop or paste, of the kinds that the agent accepts.",
    accessibility: [
      "A refused file is explained in text, and the others are kept.",
      "Each file has a button that removes it, named after the file.",
    ],
  },
  "Composer/Uploads": {
    components: ["Attachments"],
    use: "Use `upload` to send files to your own storage while the user writes. A message waits for its files.",
    accessibility: ["Progress is a native `progress` element per file."],
    code: [{ document: "composer", after: "## Attach files" }],
    recipe: "Rich input",
  },
  "Composer/Audio recording": {
    components: ["Attachments"],
    use: "Use `record` to let users attach speech or sound.",
    accessibility: ["The button says that it records, and the time is text."],
    code: [{ document: "composer", after: "`record: true` lets users" }],
    recipe: "Rich input",
  },
  "Composer/Dictation": {
    components: ["Dictation"],
    use: "Turns speech into text at the caret. It needs an adapter, because audio may leave the machine.",
    accessibility: ["The button has `aria-pressed`, and what stopped the dictation is text."],
  },
  "Composer/Commands": {
    components: ["Completions"],
    use: "Offers commands after `/`: insert a text, or run a function of your application.",
    accessibility: [
      "The menu is a `listbox` of the text field; the focus stays in the text.",
      "`Escape` closes the menu without stopping the run.",
    ],
    code: [{ document: "composer", after: "## Add commands and mentions" }],
    recipe: "Rich input",
  },
  "Composer/Mentions": {
    components: ["Completions"],
    use: "Offers people, files or anything else after `@` or another trigger, from a list or a search.",
    accessibility: ["The number of results is announced, not each of them."],
    code: [{ document: "composer", after: "## Add commands and mentions" }],
    recipe: "Rich input",
  },
  "Composer/Queue": {
    components: ["Queue"],
    use: "Messages that are sent during a run wait here. Users edit, reorder, send or remove them.",
    accessibility: [
      "The buttons of a message are a toolbar: one Tab stop, with arrow keys between them.",
    ],
  },
};
