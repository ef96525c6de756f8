/** A file that the page requested by inserting an element. */
export interface FileRequest {
  id: number
  url: string
  kind: 'script' | 'style'
}

/**
 * Creates a document in which scripts and style sheets can be inserted, without layout and selectors. The text of this
 * function is evaluated in the sandbox: it must not refer to anything outside of its body.
 * @param stub creates a value that accepts every use
 */
export function createFakeDocument(
  origin: string,
  resolveUrl: (text: string) => string,
  stub: () => unknown,
) {
  class Events {
    readonly #listeners: [string, unknown][] = []
    addEventListener(type: string, listener: unknown) {
      this.#listeners.push([String(type), listener])
    }
    removeEventListener(type: string, listener: unknown) {
      const at = this.#listeners.findIndex(([name, each]) => name === type && each === listener)
      if (at >= 0) this.#listeners.splice(at, 1)
    }
    dispatchEvent(event: { type: string }) {
      const handler: unknown = Reflect.get(this, `on${event.type}`)
      if (typeof handler === 'function') handler.call(this, event)
      for (const [type, listener] of [...this.#listeners])
        if (type === event.type && typeof listener === 'function') listener.call(this, event)
      return true
    }
  }
  class PageEvent {
    readonly type: string
    target: unknown = null
    constructor(type: string) {
      this.type = String(type)
    }
    preventDefault() {}
    stopPropagation() {}
  }

  const requests: FileRequest[] = []
  let lastId = 0
  const requested = new Map<number, Element>()
  const request = (element: Element) => {
    const isScript = element.localName === 'script'
    const url = isScript ? element.src : element.href
    if (!url || (!isScript && element.rel !== 'stylesheet')) return
    lastId += 1
    requested.set(lastId, element)
    requests.push({ id: lastId, url: resolveUrl(String(url)), kind: isScript ? 'script' : 'style' })
  }

  class Element extends Events {
    readonly localName: string
    readonly tagName: string
    readonly nodeType = 1
    readonly style: Record<string, unknown> = { setProperty() {}, removeProperty() {} }
    readonly dataset: Record<string, unknown> = {}
    readonly classList = { add() {}, remove() {}, toggle() {}, contains: () => false }
    childNodes: Element[] = []
    parentNode: Element | null = null
    src = ''
    href = ''
    rel = ''
    textContent = ''
    innerHTML = ''
    readonly #attributes = new Map<string, string>()
    constructor(name: string) {
      super()
      this.localName = String(name).toLowerCase()
      this.tagName = this.localName.toUpperCase()
    }
    get nodeName() {
      return this.tagName
    }
    get children() {
      return this.childNodes
    }
    get firstChild() {
      return this.childNodes[0] ?? null
    }
    get ownerDocument() {
      return document
    }
    get relList() {
      return { supports: () => true }
    }
    get sheet() {
      return {}
    }
    setAttribute(name: string, value: unknown) {
      this.#attributes.set(name, String(value))
      if (name === 'src' || name === 'href' || name === 'rel') this[name] = String(value)
    }
    getAttribute(name: string) {
      if (name === 'src' || name === 'href' || name === 'rel') return this[name] || null
      return this.#attributes.get(name) ?? null
    }
    hasAttribute(name: string) {
      return this.getAttribute(name) !== null
    }
    removeAttribute(name: string) {
      this.#attributes.delete(name)
    }
    insertBefore(node: Element, before: Element | null) {
      const at = before ? this.childNodes.indexOf(before) : -1
      this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, node)
      node.parentNode = this
      if (node instanceof Element) request(node)
      return node
    }
    appendChild(node: Element) {
      return this.insertBefore(node, null)
    }
    append(...nodes: Element[]) {
      for (const node of nodes) this.appendChild(node)
    }
    prepend(...nodes: Element[]) {
      for (const node of nodes) this.appendChild(node)
    }
    removeChild(node: Element) {
      this.childNodes = this.childNodes.filter((each) => each !== node)
      node.parentNode = null
      return node
    }
    remove() {
      this.parentNode?.removeChild(this)
    }
    cloneNode() {
      return new Element(this.localName)
    }
    contains() {
      return false
    }
    closest() {
      return null
    }
    matches() {
      return false
    }
    focus() {}
    blur() {}
    click() {}
    getContext() {
      return null
    }
    getBoundingClientRect() {
      return { x: 0, y: 0, top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0 }
    }
    getElementsByTagName(name: string): Element[] {
      return this.childNodes.flatMap((node) => [
        ...(name === '*' || node.localName === name.toLowerCase() ? [node] : []),
        ...node.getElementsByTagName(name),
      ])
    }
    getElementsByClassName() {
      return []
    }
    querySelectorAll(selector: string): Element[] {
      return /^[a-z]+$/.test(selector) ? this.getElementsByTagName(selector) : []
    }
    querySelector(selector: string) {
      return this.querySelectorAll(selector)[0] ?? null
    }
  }

  const html = new Element('html')
  const head = new Element('head')
  const body = new Element('body')
  html.append(head, body)
  const location = {
    href: `${origin}/`,
    origin,
    protocol: 'https:',
    host: 'propsight.invalid',
    hostname: 'propsight.invalid',
    port: '',
    pathname: '/',
    search: '',
    hash: '',
    reload() {},
    assign() {},
    replace() {},
    toString: () => `${origin}/`,
  }
  const document = Object.assign(new Element('#document'), {
    nodeType: 9,
    documentElement: html,
    head,
    body,
    location,
    currentScript: null as unknown,
    baseURI: `${origin}/`,
    readyState: 'complete',
    visibilityState: 'visible',
    hidden: false,
    title: '',
    cookie: '',
    referrer: '',
    defaultView: globalThis,
    activeElement: body,
    adoptedStyleSheets: [],
    implementation: {},
    createElement: (name: string) => new Element(name),
    createElementNS: (_: string, name: string) => new Element(name),
    createTextNode: (text: string) => Object.assign(new Element('#text'), { nodeType: 3, textContent: text }),
    createComment: () => Object.assign(new Element('#comment'), { nodeType: 8 }),
    createDocumentFragment: () => Object.assign(new Element('#fragment'), { nodeType: 11 }),
    createRange: stub,
    getElementById: () => null,
    hasFocus: () => true,
    execCommand: () => false,
  })

  return {
    document,
    location,
    Element,
    Events,
    PageEvent,
    setCurrentScript(url: string) {
      document.currentScript = url ? Object.assign(new Element('script'), { src: url }) : null
    },
    /** The next requested file, or undefined. */
    takeRequest: () => requests.shift(),
    finish(id: number, loaded: boolean) {
      const element = requested.get(id)
      requested.delete(id)
      const event = new PageEvent(loaded ? 'load' : 'error')
      event.target = element
      element?.dispatchEvent(event)
    },
  }
}
