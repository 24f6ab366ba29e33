/** Words about files that go out with a message. Names are as the person has given them. */
export interface AttachmentStrings {
  /** Names the list. */
  readonly label: string;
  readonly attach: string;
  readonly remove: (name: string) => string;
  readonly record: string;
  readonly stopRecording: string;
  /** What a recording is called. */
  readonly recording: string;
  /** What a screen reader says. */
  readonly added: (name: string) => string;
  readonly removed: (name: string) => string;
  /** Why something is not attached. */
  readonly tooLarge: (name: string, megabytes: number) => string;
  readonly notTaken: (name: string) => string;
  readonly unreadable: (name: string) => string;
  readonly noMicrophone: string;
}

/** In English. */
export const attachmentStrings: AttachmentStrings = {
  label: "Attachments",
  attach: "Attach files",
  remove: (name) => `Remove ${name}`,
  record: "Record sound",
  stopRecording: "Stop recording",
  recording: "Recording",
  added: (name) => `${name} attached`,
  removed: (name) => `${name} removed`,
  tooLarge: (name, megabytes) => `${name} is larger than ${megabytes} MB.`,
  notTaken: (name) => `The assistant does not take files like ${name}.`,
  unreadable: (name) => `${name} cannot be read.`,
  noMicrophone: "The microphone cannot be used.",
};
