import { useState } from 'react'
import { errorText, type Fallbacks } from './error-text.ts'

/** One thing that is done on the server: whether it is under way, and why it failed. */
export function useDeed(fallbacks: Fallbacks | string) {
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null })
  const words = typeof fallbacks === 'string' ? { server: fallbacks, network: fallbacks } : fallbacks
  return {
    ...state,
    forget: () => setState({ busy: false, error: null }),
    /** Does it, once at a time. @returns whether it was done; a failure is shown, not thrown */
    async run(work: () => Promise<void>): Promise<boolean> {
      if (state.busy) return false
      setState({ busy: true, error: null })
      try {
        await work()
        setState({ busy: false, error: null })
        return true
      } catch (error) {
        setState({ busy: false, error: errorText(error, words) })
        return false
      }
    },
  }
}
