export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the content shortly after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
