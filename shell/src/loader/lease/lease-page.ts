import { takeEarlyIntervals } from '../early-effects.ts'
import { watchInsertions } from '../guard-elements.ts'
import {
  adoptEffect,
  type Caller,
  type Effect,
  findCaller,
  hasAnyEnded,
  hasEnded,
  leaseHistory,
  onLeaseEnd,
  reportEffect,
  trackEffect,
  watchLeases,
} from './lease.ts'
import { leaseListeners } from './listeners.ts'
import { leaseNatives } from './natives.ts'
import { leasePageSettings } from './page-settings.ts'
import { leaseStorage } from './storage.ts'

/**
 * Timeouts and frames that a release may request after its unmount, for work that was in progress. More of them are a
 * loop.
 */
const MAX_AFTER_END = 200

/** Ends the intervals that a release left, and its loops of timeouts and frames. */
function leaseTimers(page: Window & typeof globalThis = window): void {
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

/**
 * Ends what a release added to the page next to the shell. Style sheets, constructed or inserted as `style` elements, are
 * there again on its next mount: a module that inserts its styles at run time does so once. Its CSS files stay, because
 * their class names are its own. Other elements, such as an overlay in `body`, are removed.
 */
function leaseElements(page: Document = document): void {
  const { CSSStyleSheet: Native } = window
  const creators = new WeakMap<CSSStyleSheet, Caller>()
  const construct = (target: typeof Native, args: unknown[], newTarget: () => unknown): CSSStyleSheet => {
    const sheet: CSSStyleSheet = Reflect.construct(target, args, newTarget)
    const caller = findCaller(construct)
    if (caller) {
      creators.set(sheet, caller)
      trackEffect(caller, adoptedSheet(page, sheet))
    }
    return sheet
  }
  Object.defineProperty(window, 'CSSStyleSheet', {
    configurable: true,
    writable: true,
    value: new Proxy(Native, { construct }),
  })
  const inserted = new Map<HTMLElement, () => void>()
  watchInsertions((element, insert) => {
    const caller = findCaller(insert)
    if (!caller) return
    for (const [old, forget] of inserted) {
      if (old.isConnected && old !== element) continue
      forget()
      inserted.delete(old)
    }
    const effect = element instanceof HTMLStyleElement ? styleElement(element) : addedElement(element)
    inserted.set(element, trackEffect(caller, effect))
  })
}

const styleElement = (element: HTMLStyleElement): Effect => ({
  what: 'style element',
  undo: () => {
    if (element.sheet) element.sheet.disabled = true
  },
  redo: () => {
    if (element.sheet) element.sheet.disabled = false
  },
})

const addedElement = (element: HTMLElement): Effect => ({
  what: `${element.localName} element`,
  isLeft: () => element.isConnected,
  undo: () => element.remove(),
})

/** A constructed sheet. It affects the page only while the document has adopted it. */
function adoptedSheet(page: Document, sheet: CSSStyleSheet) {
  let wasAdopted = false
  return {
    what: 'style sheet',
    isRepeated: true,
    undo: () => {
      wasAdopted = page.adoptedStyleSheets.includes(sheet)
      if (wasAdopted) page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet)
    },
    redo: () => {
      if (wasAdopted && !page.adoptedStyleSheets.includes(sheet))
        page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
    },
  }
}

/** Makes every effect of remotes on the page end with their mount, see `lease.ts`. Called once per page. */
export function leasePage(): void {
  leaseListeners()
  leaseTimers()
  leaseElements()
  leasePageSettings()
  leaseHistory()
  leaseStorage()
  // After the others, whose functions are not replaced ones.
  leaseNatives()
  watchLeases()
}
