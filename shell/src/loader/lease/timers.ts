import { takeEarlyIntervals } from '../early-effects.ts'
import {
  adoptEffect,
  findCaller,
  hasAnyEnded,
  hasEnded,
  onLeaseEnd,
  reportEffect,
  trackEffect,
} from './lease.ts'

/**
 * Timeouts and frames that a release may request after its unmount, for work that was in progress. More of them are a
 * loop.
 */
const MAX_AFTER_END = 200

/** Ends the intervals that a release left, and its loops of timeouts and frames. */
export function leaseTimers(page: Window & typeof globalThis = window): void {
  const early = takeEarlyIntervals()
  const { setInterval, clearInterval, clearTimeout } = page
  const forgets = new Map<number, () => void>()
  const track = (id: number, forget: (() => void) | null) => forget && forgets.set(id, forget)
  const effectOf = (id: number) => ({
    what: 'interval',
    undo: () => {
      forgets.delete(id)
      clearInterval(id)
    },
  })
  const define = (name: string, value: unknown) =>
    Object.defineProperty(page, name, { configurable: true, writable: true, value })

  const startInterval = (...args: Parameters<typeof setInterval>): number => {
    const id = Reflect.apply(setInterval, page, args) as unknown as number
    const caller = findCaller(startInterval)
    track(id, caller && trackEffect(caller, effectOf(id)))
    return id
  }
  define('setInterval', startInterval)
  // Both functions end both kinds of timers.
  for (const [name, clear] of [
    ['clearInterval', clearInterval],
    ['clearTimeout', clearTimeout],
  ] as const)
    define(name, (id?: number) => {
      if (id !== undefined) {
        forgets.get(id)?.()
        forgets.delete(id)
      }
      Reflect.apply(clear, page, [id])
    })
  for (const { id, stack } of early) track(id, adoptEffect(stack, effectOf(id)))

  const requests = new Map<string, number>()
  onLeaseEnd((release) => requests.delete(release))
  for (const name of ['setTimeout', 'requestAnimationFrame'] as const) {
    const native = page[name] as (...args: unknown[]) => number
    const request = (...args: unknown[]): number => {
      const caller = hasAnyEnded() ? findCaller(request) : null
      if (caller && hasEnded(caller)) {
        const count = (requests.get(caller.release) ?? 0) + 1
        requests.set(caller.release, count)
        if (count > MAX_AFTER_END) {
          reportEffect(caller, `loop of ${name}`)
          return 0
        }
      }
      return Reflect.apply(native, page, args)
    }
    define(name, request)
  }
}
