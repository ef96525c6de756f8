/**
 * Time until the object URL is released, in milliseconds. By then the browser has started the download or
 * given up.
 */
const KEPT_MS = 60_000

/** Downloads a text as a file. @param type its media type */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
