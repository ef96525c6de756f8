import { OFFLINE_ATTRIBUTE } from '@propsight/shared/contracts'
import { baseOf, watchMounts } from '../release-records.ts'
import { onLeaseEnd, reportEffect } from './lease.ts'

/** Open dialogs and menus lock the scrolling of the page by styles of these elements. */
const POPUPS = '[role$="dialog"], [role="menu"], [role="listbox"]'

/** Attributes that the shell writes. */
const OWN = new Set(['lang', 'style', 'data-theme', OFFLINE_ATTRIBUTE])

/** An attribute, or a property of the attribute `style`, of `html` or `body`; a handler of window or document. */
interface Setting {
  what: string
  remove(): void
}

/** The handlers that are assigned, such as `window.onkeydown = …`. */
function readHandlers(page: Document): Setting[] {
  const targets: [string, object][] = [
    ['window', window],
    ['document', page],
  ]
  return targets.flatMap(([name, target]) =>
    HANDLERS.filter((handler) => typeof Reflect.get(target, handler) === 'function').map((handler) => ({
      what: `${name}.${handler}`,
      remove: () => void Reflect.set(target, handler, null),
    })),
  )
}
/** Names of the handlers of window, which has those of document, too. */
const HANDLERS = Object.keys(window).filter((name) => name.startsWith('on'))

/** All settings that the shell does not write, by name. */
function readSettings(page: Document): Map<string, Setting> {
  const attributes = [page.documentElement, page.body].flatMap((element): Setting[] => {
    const names = element
      .getAttributeNames()
      .filter((name) => !OWN.has(name) && !name.startsWith('data-base-ui'))
    const styles = Array.from(element.style).filter((name) => !name.startsWith('--'))
    return [
      ...names.map((name) => ({
        what: `${element.localName} ${name}`,
        remove: () => element.removeAttribute(name),
      })),
      ...styles.map((name) => ({
        what: `${element.localName} style ${name}`,
        remove: () => element.style.removeProperty(name),
      })),
    ]
  })
  return new Map([...attributes, ...readHandlers(page)].map((setting) => [setting.what, setting]))
}

/**
 * Removes the attributes and styles of `html` and `body` and the assigned handlers that appeared while a release was mounted
 * and are there when it was unmounted. While a dialog is open it waits for the end of the next lease.
 */
export function leasePageSettings(page: Document = document): void {
  const before = new Map<string, ReadonlySet<string>>()
  const left = new Map<Setting, string>()
  // The shell sets nothing before the first mount, which may be earlier than this code.
  let readBefore = () => new Set<string>()
  watchMounts({
    onMount: (release) => {
      if (!before.has(release)) before.set(release, readBefore())
    },
    onUnmount: (release) => {
      for (const [what, setting] of readSettings(page))
        if (!before.get(release)?.has(what)) left.set(setting, release)
      before.delete(release)
    },
  })
  readBefore = () => new Set(readSettings(page).keys())
  onLeaseEnd(() => {
    if (page.querySelector(POPUPS)) return
    const remaining = readSettings(page)
    for (const [{ what, remove }, release] of left) {
      if (!remaining.has(what)) continue
      remove()
      // The place in its code is not known.
      reportEffect({ release, stack: `at ${baseOf(release)}unknown.js:0:0` }, what)
    }
    left.clear()
  })
}
