/** @internal Downloads a text as a file. */
export function downloadText(text: string, fileName: string, mimeType = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([text], { type: mimeType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Safari reads the object URL only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
