import { useEffect, useEffectEvent } from 'react'

const fileOf = (data: DataTransfer | null): File | null => data?.files[0] ?? null

/** A picture pasted anywhere on the page; text that is pasted stays with its field. */
export function usePaste(onFile: (file: File) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const file = fileOf(event.clipboardData)
    if (!file) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}

/** A file that misses the place for it must not replace the page: the browser would open it. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
