// Service worker of the page's origin: opens the product without a network. Online it changes nothing: every request
// goes to the network first. The API writes the constants PAGE, HEADERS and NOT_PAGES before this text
// (service-worker.ts), so that no script of a page can change them.

/** The bundle files for a start without a network. They are public and never change. */
const FILES = 'propsight-files'
/** Longest wait for a page, ms. */
const PAGE_TIMEOUT_MS = 10_000
const BUNDLES = '/bundles/'

const absolute = (address) => new URL(address, self.location.origin).href
/** The files that PAGE names. */
const pageFiles = [...(PAGE ?? '').matchAll(/ (?:src|href)="(\/bundles\/[^"]+)"/g)].map(([, path]) =>
  absolute(path),
)
/** Folders of the releases that PAGE starts, such as `/bundles/shell/1.2.3/`. */
const pageReleases = pageFiles.map((url) => /^.*?\/bundles\/[^/]+\/[^/]+\//.exec(url)?.[0] ?? url)

const isIn = (releases) => (url) => releases.some((release) => url.startsWith(release))

/** Stores the files that are missing. @throws if one cannot be loaded */
async function store(urls) {
  const cache = await caches.open(FILES)
  const add = async (url) => {
    if (!(await cache.match(url))) await cache.add(url)
  }
  await Promise.all(urls.map(add))
}

/** Removes the files of all other releases, which bounds the cache. */
async function removeOthers(releases) {
  const isKept = isIn([...releases, ...pageReleases])
  const cache = await caches.open(FILES)
  const old = (await cache.keys()).filter(({ url }) => !isKept(url))
  await Promise.all(old.map((request) => cache.delete(request)))
}

self.addEventListener('install', (event) => {
  // A worker whose page cannot start is not installed.
  event.waitUntil(store(pageFiles).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  // The browser requests a page while the worker starts.
  event.waitUntil(self.registration.navigationPreload?.enable())
})

// A page says which releases it uses and which of their files it has loaded.
self.addEventListener('message', (event) => {
  const { files, releases } = event.data ?? {}
  if (
    ![files, releases].every((list) => Array.isArray(list) && list.every((item) => typeof item === 'string'))
  )
    return
  const isRelease = (address) => new URL(absolute(address)).pathname.startsWith(BUNDLES)
  const kept = releases.filter(isRelease).map(absolute)
  const wanted = [...new Set(files.map(absolute))].filter(isIn([...kept, ...pageReleases]))
  const stored = Promise.all(wanted.map((url) => store([url]).catch(() => undefined)))
  event.waitUntil(stored.then(() => removeOthers(kept)))
})

/** Whether a response is an answer of the API, and not that of a proxy that cannot reach it. */
const isAnswer = ({ status, headers }) => status < 502 || status > 504 || headers.has('x-request-id')

const inTime = (promise) =>
  new Promise((resolve, reject) => {
    setTimeout(reject, PAGE_TIMEOUT_MS, new Error('no answer'))
    promise.then(resolve, reject)
  })

/**
 * The response to a navigation. The browser has sent the request already if navigation preload is enabled; it would send
 * it a second time for a navigation that the worker does not answer.
 */
const navigate = async ({ request, preloadResponse }) => (await preloadResponse) ?? fetch(request)

async function openPage(event) {
  try {
    const response = await inTime(navigate(event))
    if (isAnswer(response)) return response
  } catch {
    // The network failed, or nothing answered.
  }
  return new Response(PAGE, { headers: HEADERS })
}

async function loadFile(request) {
  const stored = async () =>
    (await caches.open(FILES)).match(request.url, { ignoreSearch: true, ignoreVary: true })
  try {
    const response = await fetch(request)
    return isAnswer(response) ? response : ((await stored()) ?? response)
  } catch (error) {
    const file = await stored()
    if (!file) throw error
    return file
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate') {
    event.respondWith(PAGE !== null && !NOT_PAGES.test(pathname) ? openPage(event) : navigate(event))
  } else if (pathname.startsWith(BUNDLES)) event.respondWith(loadFile(request))
})
