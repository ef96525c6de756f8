/** Long enough for the browser to have read the text; it holds the download by then, or never will. */
const KEPT_MS = 60_000

/** Hands a text to the browser as a file to keep. @param type its media type */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
