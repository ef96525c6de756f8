import { isApiError, SERVER_ERROR_MESSAGE } from '@propsight/shared/client'

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
