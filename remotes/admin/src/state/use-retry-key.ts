import { useRef } from 'react'

/**
 * An idempotency key that depends on the sent values: a retry with the same values uses the same key, other
 * values get a new key.
 */
export function useRetryKey() {
  const kept = useRef({ of: '', key: '' })
  return {
    keyOf(...values: readonly unknown[]): string {
      const of = JSON.stringify(values)
      if (kept.current.of !== of) kept.current = { of, key: crypto.randomUUID() }
      return kept.current.key
    },
    /** Call after success, so that the same values sent again count as a new call. */
    renew: () => {
      kept.current = { of: '', key: '' }
    },
  }
}
