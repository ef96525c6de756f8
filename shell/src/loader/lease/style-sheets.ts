import { watchStyleElements } from '../guard-elements.ts'
import { type Caller, findCaller, trackEffect } from './lease.ts'

/**
 * Ends the style sheets that a release constructed or inserted as `style` elements. Its next mount gets them again: a
 * module that inserts its styles at run time does so once. Its CSS files stay, because their class names are its own.
 */
export function leaseStyleSheets(page: Document = document): void {
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
  watchStyleElements((element, insert) => {
    const caller = findCaller(insert)
    if (!caller) return
    trackEffect(caller, {
      what: 'style element',
      undo: () => {
        if (element.sheet) element.sheet.disabled = true
      },
      redo: () => {
        if (element.sheet) element.sheet.disabled = false
      },
    })
  })
}

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
