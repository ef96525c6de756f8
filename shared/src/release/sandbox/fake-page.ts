import type { createFakeDocument } from './fake-document.ts'
import type { createFakeUrls } from './fake-urls.ts'

/**
 * Creates the page in which a container is evaluated: the globals of a browser, without layout, network and storage.
 * Time is virtual: the process of the sandbox fires the next timer when nothing else is left to do.
 *
 * The text of this function is evaluated inside of the sandbox, so that no object of the process is reachable from
 * it. It must not refer to anything outside of its body.
 */
export function createFakePage(createUrls: typeof createFakeUrls, createDocument: typeof createFakeDocument) {
  const page = globalThis as unknown as Record<string, unknown>
  const ORIGIN = 'https://propsight.invalid'
  const MAX_WARNINGS = 100
  const MAX_TIMERS = 2_000
  const FRAME_MS = 16
  const MAX_VIRTUAL_MS = 60_000

  /**
   * A value that accepts every use: it can be called, constructed, extended and iterated (over nothing), and each of
   * its properties is such a value again. `then` is absent, so that awaiting it ends.
   */
  const createStub = (): unknown => {
    const own = new Map<PropertyKey, unknown>([
      ['then', undefined],
      ['toJSON', undefined],
      ['prototype', {}],
      ['length', 0],
      ['name', 'stub'],
      [Symbol.iterator, function* empty() {}],
      [Symbol.toPrimitive, (hint: string) => (hint === 'number' ? 0 : '')],
    ])
    return new Proxy(function stub() {}, {
      get(_, key) {
        if (own.has(key)) return own.get(key)
        if (typeof key === 'symbol') return undefined
        const value = createStub()
        own.set(key, value)
        return value
      },
      set(_, key, value) {
        own.set(key, value)
        return true
      },
      apply: () => createStub(),
      construct: () => createStub() as object,
    })
  }

  // ── Time ─────────────────────────────────────────────────────────────────────────────────────────────────────
  interface Timer {
    id: number
    at: number
    run: () => void
    every: number | null
  }
  let now = 0
  let lastId = 0
  let fired = 0
  let timers: Timer[] = []
  const addTimer = (run: unknown, ms: unknown, args: unknown[], repeats: boolean): number => {
    lastId += 1
    const delay = Math.max(0, Number(ms) || 0)
    if (typeof run === 'function')
      timers.push({ id: lastId, at: now + delay, run: () => run(...args), every: repeats ? delay : null })
    return lastId
  }
  const removeTimer = (id: unknown) => {
    timers = timers.filter((timer) => timer.id !== id)
  }
  /** Fires the timer that is due next. @returns false without one */
  const fireTimer = (): boolean => {
    const next = timers.toSorted((a, b) => a.at - b.at || a.id - b.id)[0]
    if (!next || fired >= MAX_TIMERS || next.at > MAX_VIRTUAL_MS) return false
    fired += 1
    now = Math.max(now, next.at)
    removeTimer(next.id)
    if (next.every !== null) timers.push({ ...next, at: now + Math.max(1, next.every) })
    try {
      next.run()
    } catch {
      // An exception of a timer does not stop a page.
    }
    return true
  }

  // ── The page ─────────────────────────────────────────────────────────────────────────────────────────────────
  const { PageUrl, SearchParams, resolveUrl } = createUrls(ORIGIN)
  const fake = createDocument(ORIGIN, resolveUrl, createStub)
  const { document, location, Element, Events, PageEvent } = fake
  const createStorage = () => {
    const items = new Map<string, string>()
    return {
      getItem: (key: string) => items.get(String(key)) ?? null,
      setItem: (key: string, value: unknown) => void items.set(String(key), String(value)),
      removeItem: (key: string) => void items.delete(String(key)),
      clear: () => items.clear(),
      key: (at: number) => [...items.keys()][at] ?? null,
      get length() {
        return items.size
      },
    }
  }
  const warnings: string[] = []
  const logged = (...values: unknown[]) => {
    const text = values.map((value) => (value instanceof Error ? value.message : String(value))).join(' ')
    if (warnings.length < MAX_WARNINGS) warnings.push(text.slice(0, 500))
  }
  const silent = () => {}
  /** Interfaces of browsers that evaluating code refers to, without behaviour. */
  const STUBBED =
    'AbortController AbortSignal AnimationEvent Audio Blob BroadcastChannel CSS CSSStyleSheet ClipboardItem CompressionStream ' +
    'CryptoKey DOMException DOMMatrix DOMParser DOMPoint DOMRect DataTransfer DecompressionStream DocumentFragment EventSource ' +
    'File FileList FileReader FocusEvent FontFace FormData Headers History HTMLAnchorElement HTMLButtonElement ' +
    'HTMLCanvasElement HTMLDialogElement HTMLDivElement HTMLDocument HTMLElement HTMLFormElement HTMLIFrameElement ' +
    'HTMLImageElement HTMLInputElement HTMLLinkElement HTMLScriptElement HTMLSelectElement HTMLTextAreaElement Image ' +
    'ImageData IntersectionObserver InputEvent KeyboardEvent MediaQueryList MediaRecorder MessageEvent MouseEvent ' +
    'MutationObserver NodeFilter NodeList Notification OffscreenCanvas Option Path2D Performance PerformanceObserver PointerEvent ' +
    'ProgressEvent Range ReadableStream Request ResizeObserver Response SVGElement SVGSVGElement Selection ServiceWorker ' +
    'ShadowRoot SharedWorker Storage StorageEvent SubmitEvent TextDecoder TextDecoderStream TextEncoder TextEncoderStream ' +
    'Text TouchEvent TransformStream TransitionEvent TreeWalker UIEvent WebSocket WebTransport Window Worker WheelEvent WritableStream ' +
    'XMLHttpRequest XMLSerializer caches cookieStore customElements crypto history indexedDB scheduler screen speechSynthesis ' +
    'trustedTypes visualViewport alert confirm prompt open close print scroll scrollTo scrollBy getSelection getComputedStyle ' +
    'matchMedia postMessage createImageBitmap structuredClone reportError ' +
    'atob btoa'
  for (const name of STUBBED.split(' ')) page[name] ??= createStub()

  const events = new Events()
  Object.assign(page, {
    window: page,
    self: page,
    top: page,
    parent: page,
    frames: page,
    document,
    location,
    navigator: {
      userAgent: 'Mozilla/5.0',
      platform: '',
      language: 'en-US',
      languages: ['en-US'],
      onLine: true,
      hardwareConcurrency: 2,
      maxTouchPoints: 0,
      sendBeacon: () => true,
    },
    origin: ORIGIN,
    name: '',
    innerWidth: 1440,
    innerHeight: 900,
    devicePixelRatio: 1,
    isSecureContext: true,
    localStorage: createStorage(),
    sessionStorage: createStorage(),
    performance: {
      now: () => now,
      timeOrigin: 0,
      mark: silent,
      measure: silent,
      getEntries: () => [],
      getEntriesByType: () => [],
      getEntriesByName: () => [],
      clearMarks: silent,
      clearMeasures: silent,
    },
    Event: PageEvent,
    CustomEvent: PageEvent,
    ErrorEvent: PageEvent,
    EventTarget: Events,
    Node: Element,
    Element,
    Document: Element,
    URL: PageUrl,
    URLSearchParams: SearchParams,
    // No message arrives: the shell starts in tasks of this kind, and only its packages are needed here.
    MessageChannel: class {
      port1 = { postMessage: silent, close: silent, start: silent, onmessage: null }
      port2 = { postMessage: silent, close: silent, start: silent, onmessage: null }
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    setTimeout: (run: unknown, ms: unknown, ...args: unknown[]) => addTimer(run, ms, args, false),
    setInterval: (run: unknown, ms: unknown, ...args: unknown[]) => addTimer(run, ms, args, true),
    clearTimeout: removeTimer,
    clearInterval: removeTimer,
    requestAnimationFrame: (run: (at: number) => void) => addTimer(() => run(now), FRAME_MS, [], false),
    cancelAnimationFrame: removeTimer,
    requestIdleCallback: (run: (deadline: object) => void) =>
      addTimer(() => run({ didTimeout: false, timeRemaining: () => FRAME_MS }), FRAME_MS, [], false),
    cancelIdleCallback: removeTimer,
    queueMicrotask: (run: () => void) => void Promise.resolve().then(run),
    fetch: () => Promise.reject(new TypeError('Failed to fetch: a release is checked without a network')),
    console: {
      log: silent,
      info: silent,
      debug: silent,
      trace: silent,
      group: silent,
      groupEnd: silent,
      table: silent,
      time: silent,
      timeEnd: silent,
      assert: silent,
      warn: logged,
      error: logged,
    },
  })

  return { ...fake, page, warnings, createStub, fireTimer }
}
