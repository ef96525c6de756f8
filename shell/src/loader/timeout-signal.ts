/**
 * A signal that aborts with a `TimeoutError` after `ms` milliseconds. Unlike `AbortSignal.timeout` it uses an
 * ordinary timer, which pauses with a frozen page and can be controlled by fake timers in tests.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('no answer in time', 'TimeoutError')), ms)
  return controller.signal
}
