/**
 * The lease of a mount: what the code of a release does to the page outside of its own elements ends when the release is
 * no longer mounted. One module per kind of effect (listeners, timers, elements, settings of the page, natives, history,
 * storage) wraps the functions of the page or compares the page before and after, finds the caller by the stack, and registers how to undo the effect. What a
 * remote cleans up itself is forgotten; what is left is undone and reported.
 *
 * This protects against mistakes, not against malicious code, which runs in the same page.
 */

import { recordPageError } from '../../state/page-errors.ts'
import { findAsset, isMounted, watchMounts } from '../release-records.ts'

/** Code of a release that called a function of the page. */
export interface Caller {
  /** `name@version` */
  release: string
  stack: string
}

export interface Effect {
  /** Names the effect in reports, such as `keydown listener`. */
  what: string
  undo(): void
  /** Whether there is still something to undo. */
  isLeft?(): boolean
  /** For effects of modules, which run once: the next mount gets them again. */
  redo?(): void
  /** The same code creates it anew: the next one from the same place replaces that of an earlier mount. */
  isRepeated?: boolean
  /** Lasts until the release is removed from the page. */
  lasts?: boolean
}

/** Time for the clean-up functions of effects, which React runs after an unmount, ms. */
const CLEAN_UP_MS = 100
const URL_IN_STACK = /https?:\/\/[^\s()]+?(?=:\d+:\d+)/

interface Tracked {
  caller: Caller
  /** Undone at the end of a lease, until the next mount. */
  isPaused: boolean
  /** Of an earlier mount. */
  isOld: boolean
}
const leases = new Map<string, Map<Effect, Tracked>>()
const ended = new Set<string>()
const endings: ((release: string) => void)[] = []

/**
 * Finds the release whose code called a wrapped function of the page; null for the shell and unknown code. Only the first
 * frame counts: a library of the shell that a remote calls acts for the whole page.
 * @param wrapper the wrapped function, whose frames are left out
 */
export function findCaller(wrapper: (...args: never[]) => unknown): Caller | null {
  const holder: { stack?: string } = {}
  // Browsers without it have no leases.
  Error.captureStackTrace?.(holder, wrapper)
  return callerOf(holder.stack)
}

/** The release that a stack names first. */
export function callerOf(stack = ''): Caller | null {
  const [url] = URL_IN_STACK.exec(stack) ?? []
  const release = url && findAsset(url)?.release
  return release ? { release, stack } : null
}

/** Whether a caller's release was unmounted, and its lease has ended. */
export const hasEnded = ({ release }: Caller): boolean => ended.has(release)

/** Whether the lease of any release has ended. */
export const hasAnyEnded = (): boolean => ended.size > 0

/** Registers an effect. @returns forgets it, because the code cleaned up itself */
export function trackEffect(caller: Caller, effect: Effect): () => void {
  const lease = leases.get(caller.release) ?? new Map<Effect, Tracked>()
  leases.set(caller.release, lease)
  if (effect.isRepeated)
    for (const [old, { isOld, caller: earlier }] of lease)
      if (isOld && earlier.stack === caller.stack) {
        old.undo()
        lease.delete(old)
      }
  lease.set(effect, { caller, isPaused: false, isOld: false })
  return () => void lease.delete(effect)
}

/** Reports what a release did or left, with the place in its code, once per page. */
export function reportEffect({ release, stack }: Caller, what: string): void {
  const key = `${release} ${what}`
  if (reported.has(key)) return
  reported.add(key)
  const error = new Error(`after its unmount: ${what}`)
  error.name = 'LeftEffect'
  error.stack = stack
  recordPageError('error', error)
}
const reported = new Set<string>()

/** Runs when the lease of a release ends. */
export const onLeaseEnd = (run: (release: string) => void): void => void endings.push(run)

function endLease(release: string): void {
  if (isMounted(release) || ended.has(release)) return
  ended.add(release)
  const lease = leases.get(release)
  for (const [effect, { caller }] of lease ?? []) {
    if (effect.lasts) continue
    const isLeft = effect.isLeft?.() ?? true
    effect.undo()
    if (effect.redo) lease?.set(effect, { caller, isPaused: true, isOld: true })
    else {
      lease?.delete(effect)
      if (isLeft) reportEffect(caller, effect.what)
    }
  }
  for (const run of endings) run(release)
}

function beginLease(release: string): void {
  if (!ended.delete(release)) return
  for (const [effect, tracked] of leases.get(release) ?? []) {
    if (tracked.isPaused) effect.redo?.()
    tracked.isPaused = false
  }
}

/** Begins and ends leases with the mounts of releases. */
export function watchLeases(): void {
  watchMounts({
    onMount: beginLease,
    onUnmount: (release) => setTimeout(endLease, CLEAN_UP_MS, release),
  })
}

/** Undoes everything that a release did, because it is removed from the page. */
export function removeLease(release: string): void {
  ended.add(release)
  for (const effect of leases.get(release)?.keys() ?? []) effect.undo()
  leases.delete(release)
}

/** Registers an effect from before this code was loaded. The first frame of the stack is that of the recorder. */
export function adoptEffect(stack: string | undefined, effect: Effect): (() => void) | null {
  const caller = callerOf(stack?.replace(URL_IN_STACK, ''))
  return caller && trackEffect(caller, effect)
}

/** Ignores changes of the history by a release that is no longer mounted. */
export function leaseHistory(history: History = window.history): void {
  for (const name of ['pushState', 'replaceState', 'go', 'back', 'forward'] as const) {
    const native = history[name] as (...args: unknown[]) => void
    const call = (...args: unknown[]): void => {
      const caller = findCaller(call)
      if (caller && hasEnded(caller)) reportEffect(caller, `history.${name}`)
      else Reflect.apply(native, history, args)
    }
    Object.defineProperty(history, name, { configurable: true, writable: true, value: call })
  }
}
