import { useState } from 'react'

/** Runs a confirmed action: on success calls `onDone`, on failure keeps the dialog open with the error. */
export function useDeed(deed: () => Promise<void>, onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await deed()
      onDone()
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : 'An unexpected error occurred')
      setBusy(false)
    }
  }
  return { busy, error, run: () => void run() }
}
