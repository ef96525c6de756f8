/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, text: string, type: string, page: Document = document): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = page.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download holds the data by now, or never will.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
