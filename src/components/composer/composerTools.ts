/** The tools of a composer that not every application has. One chunk, because both are small. */
export { AttachmentBar } from "./attachments/AttachmentBar.tsx";
export { DictationButton } from "./dictation/DictationButton.tsx";
