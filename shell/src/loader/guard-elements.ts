import { type Asset, findAsset, recordLateFile } from './release-records.ts'

/**
 * Time limit of a script or style sheet of a release, ms. Other bundlers wait up to two minutes. Ours wait 12
 * s, and this limit is shorter, so that the timeout is recorded here with the file's name.
 */
export const FILE_TIMEOUT_MS = 11_500

const PARENT_METHODS = ['appendChild', 'insertBefore', 'replaceChild', 'append', 'prepend'] as const

const guarded = new WeakSet<Node>()

type InsertionWatcher = (element: HTMLElement, insert: (...nodes: unknown[]) => unknown) => void
let watchInsertion: InsertionWatcher | undefined
/**
 * Sets the watcher of the other elements that are inserted directly into root, head or body; `insert` is the wrapped
 * method that inserts one.
 */
export const watchInsertions = (watch: InsertionWatcher): void => {
  watchInsertion = watch
}

function guardElement(element: HTMLScriptElement | HTMLLinkElement): void {
  const isScript = element instanceof HTMLScriptElement
  const address = isScript ? element.src : element.href
  const asset = address ? findAsset(address) : undefined
  if (!asset) return
  const isModule = !isScript && element.rel === 'modulepreload'
  // Modules import each other by their plain addresses, so a preload of another address would verify nothing.
  if (address !== asset.url && !isModule) element.setAttribute(isScript ? 'src' : 'href', asset.url)
  // The integrity check of a cross-origin file needs CORS. Without it no hash would match.
  element.crossOrigin = 'anonymous'
  if (asset.integrity) element.integrity = asset.integrity
  if (isScript || isModule || element.rel === 'stylesheet') failAfterTimeout(element, asset)
}

/** Fires the element's `error` event when its file does not load in time. */
function failAfterTimeout(element: HTMLElement, { release, url }: Asset): void {
  const timer = setTimeout(() => {
    recordLateFile(release, url)
    element.dispatchEvent(new Event('error'))
    element.remove()
  }, FILE_TIMEOUT_MS)
  for (const end of ['load', 'error'])
    element.addEventListener(end, () => clearTimeout(timer), { once: true })
}

function guardNode(node: unknown): void {
  if (node instanceof HTMLScriptElement || node instanceof HTMLLinkElement) guardElement(node)
  else if (node instanceof Element || node instanceof DocumentFragment)
    for (const inner of node.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script, link'))
      guardElement(inner)
}

/**
 * Sets integrity hash, retry URL and time limit on every script and style sheet of a known release when it is
 * inserted into the document. This works for every inserter without its cooperation: the federation runtime,
 * the chunk loaders of bundlers, style sheet plugins. A file that its release does not list gets a hash that
 * matches nothing.
 *
 * All these inserters (webpack, rspack, mini-css-extract, Vite) add to head or body. So only these two
 * elements and the root are wrapped, not the prototypes, which would slow down every insertion by React. The
 * guard protects against wrong files, not against a malicious remote: the code of a remote already runs in
 * the page.
 */
export function guardElements(page: Document = document): void {
  for (const parent of [page.documentElement, page.head, page.body]) {
    if (!parent || guarded.has(parent)) continue
    guarded.add(parent)
    for (const method of PARENT_METHODS) {
      const original: unknown = Reflect.get(parent, method)
      if (typeof original !== 'function') continue
      const value = function (this: unknown, ...nodes: unknown[]): unknown {
        for (const node of nodes) guardNode(node)
        const result: unknown = Reflect.apply(original, this, nodes)
        for (const node of nodes)
          if (
            node instanceof HTMLElement &&
            !(node instanceof HTMLScriptElement || node instanceof HTMLLinkElement)
          )
            watchInsertion?.(node, value)
        return result
      }
      Object.defineProperty(parent, method, { configurable: true, writable: true, value })
    }
  }
}
