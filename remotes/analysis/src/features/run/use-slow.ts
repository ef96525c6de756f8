import { useEffect, useState } from 'react'

/** A step that takes longer than this is worth a word. */
export const SLOW_MS = 8000

/** Whether a step of something under way has lasted for `SLOW_MS`; null while nothing is. */
export function useSlow(step: string | null): boolean {
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (step === null) return
    const timer = setTimeout(() => setSlow(step), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(null)
    }
  }, [step])
  return slow !== null && slow === step
}
