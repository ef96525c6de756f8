/**
 * Aborts with a `TimeoutError` after so many milliseconds. Unlike `AbortSignal.timeout` by an ordinary timer, which
 * stands still with the page and can be moved by a test.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('no answer in time', 'TimeoutError')), ms)
  return controller.signal
}
