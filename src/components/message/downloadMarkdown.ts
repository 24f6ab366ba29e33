/** @internal Gives the person a text as a file. */
export function downloadMarkdown(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${fileName}.md`;
  link.click();
  // Safari reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
