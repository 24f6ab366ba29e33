import type { PageText } from "../pageText.ts";

export const messagePages: Readonly<Record<string, PageText>> = {
  "Messages/Message list": {
    components: ["MessageList"],
    use: "Use it to place the transcript in a layout of your own. It follows the end while the user is there, and keeps the reading position to the pixel elsewhere.",
    accessibility: [
      "`PageUp`, `PageDown`, `Home` and `End` scroll; `End` follows the answer again.",
      "Messages are `article` elements named after their author.",
    ],
  },
  "Messages/Message": {
    components: ["MessageItem", "UserMessageItem", "AssistantMessageItem", "SystemMessageItem"],
    use: "`MessageList` renders one for each message and picks the component by its role. Replace one role, or wrap `MessageItem` to frame them all.",
    accessibility: [
      "The author is part of the name of the `article`, not only a matter of the side.",
    ],
  },
  "Messages/Turn": {
    components: ["Turn", "TimedTurn"],
    use: "`MessageList` renders one around everything of one author up to the next, so that an answer, its tool calls, reasoning and actions share one indent. Replace it to add an avatar, a name or a footer. `TimedTurn` adds the time and the day.",
    accessibility: [
      "The line of a day is a `separator` with the day as its name.",
      "The time is a `time` element; the exact one appears under the pointer and with the focus.",
      "A name of the turn is not repeated above its messages.",
    ],
  },
  "Messages/Markdown": {
    components: ["Markdown"],
    use: "Answers are rendered by it. Use it for other text of a model as well: it stays stable while text streams, and never runs HTML of the model.",
    accessibility: [
      "Headings, lists and tables are real elements, so that screen readers can jump between them.",
      "Wide tables and code scroll with the arrow keys.",
    ],
  },
  "Messages/Code blocks": {
    components: ["Markdown"],
    use: "Code is highlighted once its block is complete. Readers copy it or wrap its lines.",
    accessibility: ["A block that scrolls is focusable and named after its language."],
    code: [{ document: "markdown", after: "## Change how code is highlighted" }],
    recipe: "Custom Markdown",
  },
  "Messages/Custom Markdown": {
    components: ["Markdown"],
    use: "Replace single blocks, such as diagrams and formulas, or the whole renderer.",
    accessibility: ["A block that throws is shown as its source text, so no content is lost."],
    code: [{ document: "markdown", after: "## Render formulas and diagrams" }],
    recipe: "Custom Markdown",
  },
  "Messages/Long answer": {
    components: ["Markdown"],
    use: "A recorded answer with every kind of Markdown, finished and while it streams.",
    accessibility: ["Nothing that has been read moves while more text arrives."],
  },
  "Messages/Sources": {
    components: ["Sources", "Markdown"],
    use: "Shows where an answer comes from. Servers state sources in the `metadata` of a message or its events (`annotations`, `citations`, `sources`), or in a meta event. `[1]` in the text becomes a chip, and a row below lists them all.",
    accessibility: [
      "A chip is a link named after its source, such as Source 1: Timetable, and described by its summary.",
      "All that the pointer opens, the focus of the keyboard opens as well; `Escape` closes it.",
      "Chips below the text are at least 24 px high, and 40 px on touch screens.",
    ],
  },
  "Messages/Reasoning": {
    components: ["Reasoning"],
    use: "Shows what the model thought before it answered. It is open while it streams and folds to one line afterwards. `reasoning` of `Chat` collapses or hides it.",
    accessibility: ["A `details` element, opened with `Enter` or `Space`."],
  },
  "Messages/Message actions": {
    components: ["MessageActions"],
    use: "Lets users copy, edit, regenerate, rate and listen to messages. `messageActions` of `Chat` chooses and orders the buttons.",
    accessibility: [
      "The buttons of a message are a toolbar: one Tab stop, with arrow keys between them.",
      "They are visible on focus and always on touch screens; nothing needs hover.",
    ],
  },
  "Messages/Branches": {
    components: ["BranchPicker"],
    use: "An edited message and a regenerated answer keep their earlier versions. The picker walks through them.",
    accessibility: ["The position is text, such as 2 of 3, and the buttons say where they lead."],
  },
  "Messages/Media": {
    components: ["MediaPart"],
    use: "Images, audio, video and documents of messages. Remote files wait for a click unless their origin is allowed, because an address can leak the conversation. Images open in the whole window. A video has the controls of the browser once it plays.",
    accessibility: [
      "Images have the name of their file as text, and links say what they open.",
      "The player of audio is a group with the name of its file, a button and a native slider, which the arrow keys move.",
      "A file card is a link with the name of the file, and type and size as its description.",
    ],
  },
  "Messages/Earlier messages": {
    components: ["EarlierMessages"],
    use: "Loads the earlier part of a long conversation from the server, without moving what the user reads.",
    accessibility: ["The focus stays at its message when earlier ones appear above."],
  },
  "Messages/Scroll to end": {
    components: ["ScrollToEnd"],
    use: "`MessageList` shows it while the end is out of view, with the number of new messages there.",
    accessibility: ["The name of the button contains the number of new messages."],
  },
  "Messages/Activity": {
    components: ["Activity"],
    use: "Shows what an agent reports beside its text: plans, searches, progress. `useActivityRenderer` replaces it for one kind.",
    accessibility: [
      "Progress is a native `progress` element, and states are text as well as icons.",
    ],
  },
  "Messages/Steps": {
    components: ["Steps"],
    use: "Shows the named steps of a run, for agents that report them.",
    accessibility: ["A list whose items say their state."],
  },
  "Messages/Usage": {
    components: ["Usage"],
    use: "Shows tokens and cost where users pay for them or developers measure them.",
    accessibility: ["A description list, with numbers in the format of the language."],
  },
  "Messages/State cards": {
    components: ["MessageList"],
    use: "`useStateRenderer` shows shared state as a card in the transcript, where the agent wrote it.",
    accessibility: ["Cards are part of the transcript, in reading order."],
    code: [{ document: "shared-state", after: "`useStateRenderer` renders" }],
    recipe: "Shared state",
  },
};
