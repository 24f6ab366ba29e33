/** @internal Downloads a text as a Markdown file. */
export function downloadMarkdown(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${fileName}.md`;
  link.click();
  // Safari reads the object URL only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
