import { useState } from 'react'
import { sentenceOf } from '../../state/sentence-of.ts'

/** One call that the user asked for: whether it is on its way, and why it failed. */
export function useDeed() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  return {
    busy,
    error,
    setError,
    /** @returns whether it was done */
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
