/** The host's text for a lost connection speaks of another server than the one that this view asks. */
const AWAY = 'The server does not answer.'

/** Why something could not be read, for a person to read. Told by its shape: the host's error class is another copy. */
export const failureText = (error: Error | null | undefined): string | undefined =>
  error && 'code' in error && error.code === 'CONNECTION_ERROR' ? AWAY : error?.message
