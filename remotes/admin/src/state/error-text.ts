import { isApiError, SERVER_ERROR_MESSAGE } from '@propsight/shared/client'

/** What to say where an error says nothing itself: one text for a refusal, one for a call that got no answer. */
export interface Fallbacks {
  server: string
  /** 'Network error' where nothing else is specified. */
  network?: string
}

/**
 * The server's own text, else the error's message, else the fallback (2 §8). A call without an answer has no message of
 * its own: the client's text for it names the analysis server, which this screen does not use.
 */
export function errorText(error: unknown, { server, network = 'Network error' }: Fallbacks): string {
  const message = error instanceof Error ? error.message : ''
  if (!isApiError(error)) return message || network
  if (error.code === 'CONNECTION_ERROR') return network
  return message && message !== SERVER_ERROR_MESSAGE ? message : server
}
