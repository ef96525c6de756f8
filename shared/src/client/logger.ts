export type Logger = (...parts: unknown[]) => void

/** Where the flag lies in the browser's local storage. */
export const DEBUG_KEY = 'debug'

const debugFlag = (): boolean => {
  try {
    return localStorage.getItem(DEBUG_KEY) === 'true'
  } catch {
    return false
  }
}

/**
 * A log that is silent unless the debug flag is 'true' (specification 2 §8). The flag is read at every call, so that
 * it can be set while the page is open.
 */
export const createLogger =
  (enabled: () => boolean = debugFlag, sink: Logger = (...parts) => console.debug(...parts)): Logger =>
  (...parts) => {
    if (enabled()) sink(...parts)
  }
