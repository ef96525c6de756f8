/** A listener on window or document that was added while the code of leases was not loaded yet. */
interface EarlyListener {
  target: EventTarget
  args: Parameters<EventTarget['addEventListener']>
  stack: string | undefined
}
let listeners: EarlyListener[] = []
let intervals: { id: number; stack: string | undefined }[] = []
let nativeInterval: typeof setInterval | undefined

/**
 * Records listeners and intervals from the first load of a release on, until the code of leases, which the first view
 * does not need, takes over (`lease/lease.ts`).
 */
export function recordEarlyEffects(): void {
  if (nativeInterval) return
  const native = setInterval
  nativeInterval = native
  for (const target of [window, document]) {
    const { addEventListener } = target
    target.addEventListener = (...args: EarlyListener['args']) => {
      listeners.push({ target, args, stack: Error().stack })
      Reflect.apply(addEventListener, target, args)
    }
  }
  window.setInterval = ((...args: Parameters<typeof setInterval>) => {
    const id = Number(Reflect.apply(native, window, args))
    intervals.push({ id, stack: Error().stack })
    return id
  }) as unknown as typeof setInterval
}

/** The recorded listeners. The caller replaces the recorder. */
export function takeEarlyListeners(): EarlyListener[] {
  const taken = listeners
  listeners = []
  return taken
}

/** The recorded intervals. Ends their recorder. */
export function takeEarlyIntervals(): typeof intervals {
  if (nativeInterval) window.setInterval = nativeInterval
  const taken = intervals
  intervals = []
  return taken
}
