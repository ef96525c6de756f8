import { useRef, useState } from 'react'
import { errorText, type Fallbacks } from './error-text.ts'

/**
 * An idempotency key that depends on the sent values: a retry with the same values uses the same key, other
 * values get a new key.
 */
export function useRetryKey() {
  const last = useRef({ values: '', key: '' })
  return {
    keyOf(...values: readonly unknown[]): string {
      const json = JSON.stringify(values)
      if (last.current.values !== json) last.current = { values: json, key: crypto.randomUUID() }
      return last.current.key
    },
    /** Call after success, so that the same values sent again count as a new call. */
    renew: () => {
      last.current = { values: '', key: '' }
    },
  }
}

/** Runs a mutation on the server, with its pending state and its error text. */
export function useServerMutation(fallbacks: Fallbacks | string) {
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null })
  const texts = typeof fallbacks === 'string' ? { server: fallbacks, network: fallbacks } : fallbacks
  return {
    ...state,
    reset: () => setState({ busy: false, error: null }),
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
        setState({ busy: false, error: errorText(error, texts) })
        return false
      }
    },
  }
}
