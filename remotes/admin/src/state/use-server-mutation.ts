import { useState } from 'react'
import { errorText, type Fallbacks } from './error-text.ts'

/** Runs a mutation on the server, with its pending state and its error text. */
export function useDeed(fallbacks: Fallbacks | string) {
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null })
  const words = typeof fallbacks === 'string' ? { server: fallbacks, network: fallbacks } : fallbacks
  return {
    ...state,
    forget: () => setState({ busy: false, error: null }),
    /**
     * Runs `work` unless one is running. @returns whether it succeeded; a failure sets `error` and does not
     * throw
     */
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
