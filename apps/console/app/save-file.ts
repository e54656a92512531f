// Hands a file made in the page to the browser's downloads.

export function saveFile(parts: readonly string[], name: string): void {
  saveBlob(new Blob([...parts], { type: 'text/csv;charset=utf-8' }), name);
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
