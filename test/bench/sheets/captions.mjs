// @ts-check

/** The names of the subjects by the names of their pages. @type {Readonly<Record<string, string>>} */
export const subjects = {
  ours: "agui-kit",
  "assistant-ui": "assistant-ui, composed as its registry",
  copilotkit: "CopilotKit",
  "ai-elements": "AI Elements, rebuilt",
};

/** Remarks on what a picture leaves out or adds, by scene and subject. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const notes = {
  finished: {
    "assistant-ui": "tool line without its closed group; code colors are an add-on",
    copilotkit: "dark code colors need a rule of the application",
  },
  "tool-call": {
    "assistant-ui": "tool line without its closed group; its AG-UI runtime gives no duration",
  },
  approval: {
    "assistant-ui": "tool line without its closed group; the message is not shown",
    copilotkit: "the application writes the card for useInterrupt",
    "ai-elements": "its Confirmation, which the application connects",
  },
  error: {
    copilotkit: "no error in the chat; the application gets it in onError",
    "ai-elements": "no component for errors",
  },
  threads: {
    "assistant-ui": "tool line without its closed group",
    copilotkit: "its list of threads is part of a paid platform",
    "ai-elements": "no list of conversations",
  },
  phone: {
    "assistant-ui": "tool line without its group; code colors are an add-on",
    copilotkit: "dark code needs a rule of the application",
  },
};

/**
 * Returns the name of a subject with what its picture leaves out.
 *
 * @param {string} subject
 * @param {string} scene
 */
export function captionOf(subject, scene) {
  return `${subjects[subject]}<br><small>${notes[scene]?.[subject] ?? "&nbsp;"}</small>`;
}
