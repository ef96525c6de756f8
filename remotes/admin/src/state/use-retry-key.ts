import { useRef } from 'react'

/**
 * An idempotency key that is kept while the same thing is tried again, and changed with what is sent: a call whose
 * answer was lost is repeated by the same key, another sum is another call.
 */
export function useRetryKey() {
  const kept = useRef({ of: '', key: '' })
  return {
    keyOf(...values: readonly unknown[]): string {
      const of = JSON.stringify(values)
      if (kept.current.of !== of) kept.current = { of, key: crypto.randomUUID() }
      return kept.current.key
    },
    /** After it was done: the same values once more are meant. */
    renew: () => {
      kept.current = { of: '', key: '' }
    },
  }
}
