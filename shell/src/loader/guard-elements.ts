import { type Asset, assetOf, noteLate } from './release-assets.ts'

/**
 * How long a script or style sheet of a release may take, whoever built it (bundlers wait up to two minutes; ours wait
 * 12 s, and whoever gives up first is asked why).
 */
export const FILE_TIMEOUT_MS = 11_500

const PARENT_METHODS = ['appendChild', 'insertBefore', 'replaceChild', 'append', 'prepend'] as const

const guarded = new WeakSet<Node>()

function guardElement(element: HTMLScriptElement | HTMLLinkElement): void {
  const isScript = element instanceof HTMLScriptElement
  const address = isScript ? element.src : element.href
  const asset = address ? assetOf(address) : undefined
  if (!asset) return
  if (address !== asset.url) element.setAttribute(isScript ? 'src' : 'href', asset.url)
  // Without it the browser may not look into an answer of another origin, so that no hash would match.
  element.crossOrigin = 'anonymous'
  if (asset.integrity) element.integrity = asset.integrity
  if (isScript || element.rel === 'stylesheet') giveUpInTime(element, asset)
}

/** What does not come is told as failed, the way a browser tells it. */
function giveUpInTime(element: HTMLElement, { release, url }: Asset): void {
  const timer = setTimeout(() => {
    noteLate(release, url)
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
 * Gives every script and style sheet of a known release its hash, its fresh address and a time limit, at the moment
 * at which it enters the document and whoever puts it there: the federation runtime, the chunk loader of any bundler,
 * a plugin for style sheets. None of them needs to know of it. A file that its release does not list is refused.
 *
 * They all add to head or body (webpack, rspack, mini-css-extract, Vite), so these two and the root above them are
 * watched rather than the prototypes, which would cost React's every insertion. It protects against wrong files, not against a remote that
 * means harm: that one runs in the page already.
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
        return Reflect.apply(original, this, nodes)
      }
      Object.defineProperty(parent, method, { configurable: true, writable: true, value })
    }
  }
}
