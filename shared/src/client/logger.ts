export type Logger = (...parts: unknown[]) => void

/** Key of the debug flag in local storage. */
export const DEBUG_KEY = 'debug'

const debugFlag = (): boolean => {
  try {
    return localStorage.getItem(DEBUG_KEY) === 'true'
  } catch {
    return false
  }
}

/**
 * Creates a log that is silent unless the debug flag is 'true' (S12). The flag is read at every call, so that
 * it can be set while the page is open.
 */
export const createLogger =
  (enabled: () => boolean = debugFlag, sink: Logger = (...parts) => console.debug(...parts)): Logger =>
  (...parts) => {
    if (enabled()) sink(...parts)
  }
