import { takeEarlyListeners } from '../early-effects.ts'
import { adoptEffect, type Effect, findCaller, trackEffect } from './lease.ts'

type Add = EventTarget['addEventListener']

/**
 * Notifications of the browser. Their listeners change nothing on the page, and modules of a remote need them after its
 * unmount, too: to send again what failed without a network, or to store what the page's end would lose.
 */
const NOTIFICATIONS = new Set([
  'beforeunload',
  'focus',
  'message',
  'offline',
  'online',
  'pagehide',
  'pageshow',
  'storage',
  'visibilitychange',
])
/** Names of other events of browsers have letters only; a product's own have other characters. */
const lasts = (type: string): boolean => !/^[a-z]+$/.test(type) || NOTIFICATIONS.has(type)

type Options = Parameters<Add>[2]
const isCapture = (options: Options): boolean =>
  typeof options === 'object' ? options.capture === true : options === true
const isOnce = (options: Options): boolean => typeof options === 'object' && options.once === true

interface Registered {
  target: EventTarget
  type: string
  capture: boolean
  forget(): void
}

/**
 * Ends the listeners for input, scrolling and the like that a release left on window and document, and with the release
 * those for notifications.
 */
export function leaseListeners(): void {
  const byListener = new WeakMap<object, Registered[]>()

  /** @param track registers the effect; null if the code is none of a release */
  const register = (
    target: EventTarget,
    [type, listener, options]: Parameters<Add>,
    track: (effect: Effect) => (() => void) | null,
  ) => {
    if (!listener || isOnce(options)) return
    const undo = () => EventTarget.prototype.removeEventListener.call(target, type, listener, options)
    const forget = track({ what: `${type} listener`, undo, lasts: lasts(type) })
    if (!forget) return
    const registered = { target, type, capture: isCapture(options), forget }
    byListener.set(listener, [...(byListener.get(listener) ?? []), registered])
    if (typeof options === 'object') options.signal?.addEventListener('abort', forget, { once: true })
  }

  for (const target of [window, document]) {
    const add = function (this: unknown, ...args: Parameters<Add>): void {
      EventTarget.prototype.addEventListener.apply(target, args)
      register(target, args, (effect) => {
        const caller = findCaller(add)
        return caller && trackEffect(caller, effect)
      })
    }
    const remove = (...args: Parameters<EventTarget['removeEventListener']>): void => {
      EventTarget.prototype.removeEventListener.apply(target, args)
      const [type, listener, options] = args
      const registered = listener && byListener.get(listener)
      if (!registered) return
      const isSame = (each: Registered) =>
        each.target === target && each.type === type && each.capture === isCapture(options)
      for (const each of registered.filter(isSame)) each.forget()
      byListener.set(
        listener,
        registered.filter((each) => !isSame(each)),
      )
    }
    Object.defineProperty(target, 'addEventListener', { configurable: true, writable: true, value: add })
    Object.defineProperty(target, 'removeEventListener', {
      configurable: true,
      writable: true,
      value: remove,
    })
  }
  for (const { target, args, stack } of takeEarlyListeners())
    register(target, args, (effect) => adoptEffect(stack, effect))
}
