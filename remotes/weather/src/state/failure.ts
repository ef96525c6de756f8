/** The host's text for a lost connection speaks of another server than the one that this view asks. */
const AWAY = 'The server does not answer.'
/** An answer that is no JSON: the browser's own words are for programmers. */
const UNREADABLE = 'The server answered in a form that cannot be read.'

/**
 * Why something could not be read, as a sentence. Told by its shape: the host's error class is another copy.
 * @returns undefined where there is nothing to say
 */
export function failureText(error: Error | null | undefined): string | undefined {
  if (!error?.message) return
  if ('code' in error && error.code === 'CONNECTION_ERROR') return AWAY
  if (error.name === 'SyntaxError') return UNREADABLE
  return /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
}
