/**
 * Creates the URL classes, which a bare V8 context does not have. The text of this function is evaluated in the
 * sandbox: it must not refer to anything outside of its body.
 */
export function createFakeUrls(origin: string) {
  function resolveUrl(text: string, base = `${origin}/`): string {
    if (text.startsWith('//')) return resolveUrl(`https:${text}`)
    const absolute = /^([a-z]+:\/\/[^/?#]+)(.*)$/i.exec(text)
    if (absolute) return resolveUrl(absolute[2] || '/', `${absolute[1]}/`)
    if (/^[a-z][a-z\d+.-]*:/i.test(text)) return text
    const [own = origin] = /^[a-z]+:\/\/[^/]+/i.exec(base) ?? []
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(text) ?? []
    const folder =
      base
        .slice(own.length)
        .replace(/[?#].*$/, '')
        .replace(/[^/]*$/, '') || '/'
    const parts: string[] = []
    for (const part of (path.startsWith('/') ? path : folder + path).split('/').slice(1)) {
      if (part === '..') parts.pop()
      else if (part !== '.') parts.push(part)
    }
    return `${own}/${parts.join('/')}${rest}`
  }
  class SearchParams {
    readonly #entries: [string, string][]
    constructor(from: unknown = '') {
      const text = typeof from === 'string' ? from.replace(/^\?/, '') : ''
      const pairs = text
        .split('&')
        .filter(Boolean)
        .map((pair) => pair.split('='))
      this.#entries = pairs.map(([key = '', value = '']) => [
        decodeURIComponent(key),
        decodeURIComponent(value),
      ])
      if (from !== null && typeof from === 'object')
        for (const [key, value] of Object.entries(from)) this.#entries.push([key, String(value)])
    }
    get(key: string) {
      return this.#entries.find(([name]) => name === key)?.[1] ?? null
    }
    has(key: string) {
      return this.get(key) !== null
    }
    set(key: string, value: unknown) {
      this.delete(key)
      this.append(key, value)
    }
    append(key: string, value: unknown) {
      this.#entries.push([key, String(value)])
    }
    delete(key: string) {
      const kept = this.#entries.filter(([name]) => name !== key)
      this.#entries.splice(0, this.#entries.length, ...kept)
    }
    toString() {
      return this.#entries.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
    }
    [Symbol.iterator]() {
      return this.#entries[Symbol.iterator]()
    }
  }
  class PageUrl {
    protocol: string
    host: string
    pathname: string
    search: string
    hash: string
    readonly searchParams: SearchParams
    constructor(text: unknown, base?: unknown) {
      const address = base === undefined ? String(text) : resolveUrl(String(text), String(base))
      const parts = /^([a-z][a-z\d+.-]*:)(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(address)
      if (!parts) throw new TypeError(`Invalid URL: ${address}`)
      this.protocol = parts[1] ?? ''
      this.host = parts[2] ?? ''
      this.pathname = parts[3] || '/'
      this.search = parts[4] ?? ''
      this.hash = parts[5] ?? ''
      this.searchParams = new SearchParams(this.search)
    }
    get hostname() {
      return this.host.replace(/:\d+$/, '')
    }
    get port() {
      return /:(\d+)$/.exec(this.host)?.[1] ?? ''
    }
    get origin() {
      return `${this.protocol}//${this.host}`
    }
    get href() {
      return `${this.origin}${this.pathname}${this.search}${this.hash}`
    }
    toString() {
      return this.href
    }
    toJSON() {
      return this.href
    }
    static canParse(text: unknown, base?: unknown) {
      try {
        return Boolean(new PageUrl(text, base))
      } catch {
        return false
      }
    }
    static createObjectURL() {
      return 'blob:propsight'
    }
    static revokeObjectURL() {}
  }

  return { PageUrl, SearchParams, resolveUrl }
}
