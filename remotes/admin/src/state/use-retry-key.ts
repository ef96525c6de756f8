import { useCallback, useRef } from 'react'

/**
 * Returns a function for idempotency keys that depend on the sent values: a retry with the same values uses
 * the same key, other values get a new key.
 */
export function useRetryKey(): (values: object) => string {
  const last = useRef({ values: '', key: '' })
  return useCallback((values) => {
    const json = JSON.stringify(values)
    if (last.current.values !== json) last.current = { values: json, key: crypto.randomUUID() }
    return last.current.key
  }, [])
}
