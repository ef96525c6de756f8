/** Replaces the host's text for a lost connection, which mentions the AI analysis server. */
const NO_CONNECTION = 'The server does not answer.'
/** Replaces the browser's technical error text for a response that is not JSON. */
const UNREADABLE = 'The server’s answer cannot be read.'

/**
 * Returns the cause of an error as a sentence. Checks the shape of the error instead of its class, because
 * the host has its own copy of the class.
 * @returns undefined without a message
 */
export function failureText(error: Error | null | undefined): string | undefined {
  if (!error?.message) return
  if ('code' in error && error.code === 'CONNECTION_ERROR') return NO_CONNECTION
  if (error.name === 'SyntaxError') return UNREADABLE
  return /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
}
