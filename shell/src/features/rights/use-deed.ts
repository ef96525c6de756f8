import { useState } from 'react'
import { sentenceOf } from '../../state/error-text.ts'

/**
 * State of one user action: whether it is running, and the error of its last run. Ignores calls while it
 * runs.
 */
export function useDeed() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  return {
    busy,
    error,
    setError,
    /** @returns whether the action succeeded */
    async run(work: () => Promise<void>): Promise<boolean> {
      if (busy) return false
      setBusy(true)
      setError(null)
      try {
        await work()
        return true
      } catch (thrown) {
        setError(sentenceOf(thrown))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
