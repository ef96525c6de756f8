import { watchInsertions } from '../guard-elements.ts'
import { type Caller, type Effect, findCaller, trackEffect } from './lease.ts'

/**
 * Ends what a release added to the page next to the shell. Style sheets, constructed or inserted as `style` elements, are
 * there again on its next mount: a module that inserts its styles at run time does so once. Its CSS files stay, because
 * their class names are its own. Other elements, such as an overlay in `body`, are removed.
 */
export function leaseElements(page: Document = document): void {
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
