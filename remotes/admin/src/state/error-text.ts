import { isApiError } from '@propsight/shared/client'

/** What the client says where the server gave no text of its own (2 §8). */
const NO_TEXT = 'Server error occurred'

/** What to say where an error says nothing itself: one text for a refusal, one for a call that got no answer. */
export interface Fallbacks {
  server: string
  /** 'Network error' where nothing else is specified. */
  network?: string
}

/** The server's own text, else the error's message, else the fallback (2 §8). */
export function errorText(error: unknown, { server, network = 'Network error' }: Fallbacks): string {
  const message = error instanceof Error ? error.message : ''
  if (isApiError(error) && error.status > 0) return !message || message === NO_TEXT ? server : message
  return message || network
}
