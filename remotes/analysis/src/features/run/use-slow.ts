import { useEffect, useState } from 'react'

/** A step that takes longer than this shows a notice. */
export const SLOW_MS = 8000

/**
 * Whether the current step has lasted longer than `SLOW_MS`.
 * @param step null while nothing is in progress
 */
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
