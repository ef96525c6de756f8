import { isApiError, SERVER_ERROR_MESSAGE, useShell } from '@propsight/shared/client'
import { useCallback, useEffect, useRef } from 'react'

/** Texts for errors without a message: one for a refusal by the server, one for a call without an answer. */
export interface Fallbacks {
  server: string
  /** Default: 'Network error'. */
  network?: string
}

/**
 * The server's message, else the error's message, else the fallback (D1). A call without an answer gets the
 * fallback: the API client's message for it names the analysis server, which this screen does not use.
 */
export function errorText(error: unknown, { server, network = 'Network error' }: Fallbacks): string {
  const message = error instanceof Error ? error.message : ''
  if (!isApiError(error)) return message || network
  if (error.code === 'CONNECTION_ERROR') return network
  return message && message !== SERVER_ERROR_MESSAGE ? message : server
}

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

/** Registers unsaved work with the shell, which does not swap the release of this screen meanwhile. */
export function useUnsaved(isUnsaved: boolean): void {
  const shell = useShell()
  const now = useRef(isUnsaved)
  now.current = isUnsaved
  useEffect(() => shell.registerUnsavedWork(() => now.current), [shell])
}
