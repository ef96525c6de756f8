import vm from 'node:vm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { WEB_APP_MANIFEST } from '../services/installation/installed-app.ts'
import { buildPageConfig } from '../services/releases/render-page.ts'
import { drawIcons } from '../testing/draw-icons.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { testEnv } from '../testing/test-env.ts'
import { withApp } from '../testing/with-app.ts'

describe('GET /manifest.webmanifest', () => {
  it('is a manifest that browsers check for changes', async () => {
    await withApp({}, async (url) => {
      const response = await fetch(`${url}/manifest.webmanifest`)
      expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('public, no-cache')
      expect(await response.json()).toMatchObject({
        name: 'Propsight',
        short_name: 'Propsight',
        start_url: '/',
        scope: '/',
        display: 'standalone',
      })
      const etag = response.headers.get('etag') ?? ''
      const again = await fetch(`${url}/manifest.webmanifest`, { headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
    })
  })

  it('names icons that the API serves in the stated sizes', async () => {
    const icons: { src: string; sizes: string; type: string }[] = JSON.parse(WEB_APP_MANIFEST).icons
    expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
    await withApp({}, async (url) => {
      for (const { src, sizes, type } of [
        ...icons,
        { src: '/icons/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
      ]) {
        const response = await fetch(`${url}${src}`)
        expect(response.headers.get('content-type')).toBe(type)
        expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
        const { width, height } = await sharp(await response.arrayBuffer()).metadata()
        expect(`${width}x${height}`).toBe(sizes)
      }
    })
  })

  it('has the icons that the favicon of the shell draws', async () => {
    const pixels = (png: Buffer | ArrayBuffer) => sharp(png).ensureAlpha().raw().toBuffer()
    await withApp({}, async (url) => {
      for (const [name, png] of await drawIcons()) {
        const served = await (await fetch(`${url}/icons/${name}`)).arrayBuffer()
        expect((await pixels(served)).equals(await pixels(png)), name).toBe(true)
      }
    })
  })
})

const PAGE = `<html><head><link rel="preload" as="script" href="/bundles/shell/2/app.js"></head>
<script src="/bundles/shell/2/index.js"></script>`
const bundlesWith = (page: string | null) => ({ ...fakeDeps().bundles, readIndex: async () => page })
const ORIGIN = 'https://propsight.example'

type Handler = (event: object) => void
interface Answers {
  [path: string]: Response | Error
}

/** Runs the script of a worker with a cache in memory, and a network that answers as `answers` says. */
function runWorker(script: string, answers: Answers) {
  const handlers: Record<string, Handler> = {}
  const files = new Map<string, Response>()
  const ended: string[] = []
  const fetch = async (request: { url: string } | string) => {
    const url = typeof request === 'string' ? request : request.url
    const answer = answers[url.replace(ORIGIN, '')] ?? new TypeError('Failed to fetch')
    if (answer instanceof Error) throw answer
    return answer.clone()
  }
  const cache = {
    match: async (url: string) => files.get(url.replace(/\?.*/, '')),
    add: async (url: string) => files.set(url, await fetch(url)),
    keys: async () => [...files.keys()].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => files.delete(url),
  }
  const caches = {
    open: async () => cache,
    keys: async () => ['propsight-files', 'of another program'],
    delete: async (name: string) => ended.push(name),
  }
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, handler: Handler) => {
      handlers[name] = handler
    },
    skipWaiting: async () => undefined,
    registration: {
      navigationPreload: { enable: async () => undefined },
      unregister: async () => ended.push('the worker'),
    },
  }
  const timeout = (done: (reason: Error) => void, _ms: number, reason: Error) => setImmediate(done, reason)
  vm.runInNewContext(script, { self, caches, fetch, Response, URL, Promise, setTimeout: timeout })
  const dispatch = async (name: string, event: object = {}) => {
    const waits: Promise<unknown>[] = []
    let response: Promise<Response> | undefined
    handlers[name]?.({
      ...event,
      waitUntil: (work: Promise<unknown>) => waits.push(work),
      respondWith: (answer: Promise<Response>) => {
        response = answer
      },
    })
    await Promise.all(waits)
    return response
  }
  return {
    ended,
    dispatch,
    paths: () => [...files.keys()].map((url) => url.replace(ORIGIN, '')),
    get: (path: string, mode = 'cors', method = 'GET', preloadResponse?: Promise<Response | undefined>) =>
      dispatch('fetch', { request: { url: ORIGIN + path, mode, method }, preloadResponse }),
  }
}

const read = async (changes: Parameters<typeof withApp>[0]) => {
  let answer = { script: '', headers: new Headers() }
  await withApp(changes, async (url) => {
    const response = await fetch(`${url}/service-worker.js`)
    answer = { script: await response.text(), headers: response.headers }
  })
  return answer
}
const SHELL_FILES = ['/bundles/shell/2/app.js', '/bundles/shell/2/index.js']
const shellAnswers = () => Object.fromEntries(SHELL_FILES.map((path) => [path, new Response(path)]))

describe('GET /service-worker.js', () => {
  it('is a script that the browser checks with every page, and that the policy of pages allows', async () => {
    await withApp({ bundles: bundlesWith(PAGE) }, async (url) => {
      const { headers } = await fetch(`${url}/service-worker.js`)
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-cache')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain(`worker-src ${url}/push-worker.js ${url}/service-worker.js;`)
      const known = { 'if-none-match': headers.get('etag') ?? '' }
      expect((await fetch(`${url}/service-worker.js`, { headers: known })).status).toBe(304)
    })
  })

  it('answers pages from the network, also with an error of the API', async () => {
    const { script } = await read({ bundles: bundlesWith(PAGE) })
    const failure = new Response('busy', { status: 503, headers: { 'x-request-id': 'r1' } })
    const worker = runWorker(script, { '/': new Response('of the network'), '/picks': failure })
    expect(await (await worker.get('/', 'navigate'))?.text()).toBe('of the network')
    expect((await worker.get('/picks', 'navigate'))?.status).toBe(503)
  })

  it.each([
    ['the network fails', new TypeError('Failed to fetch')],
    ['a proxy cannot reach the API', new Response('bad gateway', { status: 502 })],
  ])('opens the static page with the policy of pages when %s', async (_, answer) => {
    const { script, headers } = await read({ bundles: bundlesWith(PAGE) })
    const page = await await runWorker(script, { '/picks': answer }).get('/picks', 'navigate')
    expect(await page?.text()).toBe(PAGE.replace('<html>', '<html data-offline>'))
    expect(page?.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'))
    expect(page?.headers.get('integrity-policy')).toBe('blocked-destinations=(script)')
  })

  it('does not touch calls and other methods', async () => {
    const { script } = await read({ bundles: bundlesWith(PAGE) })
    const worker = runWorker(script, {})
    expect(await worker.get('/api/remotes')).toBeUndefined()
    expect(await worker.get('/rest/v1/my_picks')).toBeUndefined()
    expect(await worker.get('/', 'navigate', 'POST')).toBeUndefined()
  })

  it.each([
    [PAGE, '/'],
    [PAGE, '/confirm'],
    [PAGE, '/auth/v1/verify'],
    [PAGE, '/dev/mailbox/key'],
    [PAGE, '/api/alerts/unsubscribe'],
    [PAGE, '/bundles/index.html'],
    [null, '/'],
    [null, '/auth/v1/verify'],
  ])(
    'F01 sends a navigation once, whether or not the browser sent it already (page %j, %s)',
    async (page, path) => {
      const { script } = await read({ bundles: bundlesWith(page) })
      const early = new Response('sent early')
      // The network of this worker fails: a second request would be an error.
      const preloaded = await runWorker(script, {}).get(path, 'navigate', 'GET', Promise.resolve(early))
      expect(await preloaded?.text()).toBe('sent early')
      const worker = runWorker(script, { [path]: new Response('sent by the worker') })
      const sent = await worker.get(path, 'navigate', 'GET', Promise.resolve(undefined))
      expect(await sent?.text()).toBe('sent by the worker')
    },
  )

  it('F01 answers an address that is not a page with the failure of the network, never with the page', async () => {
    const { script } = await read({ bundles: bundlesWith(PAGE) })
    const failing = Promise.reject(new TypeError('Failed to fetch'))
    await expect(runWorker(script, {}).get('/auth/v1/verify', 'navigate', 'GET', failing)).rejects.toThrow(
      'Failed to fetch',
    )
  })

  it('is installed with the files of its page, and not without one of them', async () => {
    const { script } = await read({ bundles: bundlesWith(PAGE) })
    const worker = runWorker(script, shellAnswers())
    await worker.dispatch('install')
    expect(worker.paths()).toEqual(SHELL_FILES)
    await expect(runWorker(script, {}).dispatch('install')).rejects.toThrow('Failed to fetch')
  })

  it('keeps the files of the releases in use, removes others, and uses them only without a network', async () => {
    const { script } = await read({ bundles: bundlesWith(PAGE) })
    const answers: Answers = {
      ...shellAnswers(),
      '/bundles/picks/1/a.js': new Response('picks 1'),
      '/bundles/picks/2/a.js': new Response('picks 2'),
      '/api/rights': new Response('private'),
    }
    const worker = runWorker(script, answers)
    await worker.dispatch('install')
    const use = (version: number) =>
      worker.dispatch('message', {
        data: {
          files: [`/bundles/picks/${version}/a.js`, '/api/rights', '/bundles/other/1/a.js'],
          releases: [`${ORIGIN}/bundles/picks/${version}/`, `${ORIGIN}/api/`],
        },
      })
    await use(1)
    expect(worker.paths()).toEqual([...SHELL_FILES, '/bundles/picks/1/a.js'])
    await use(2)
    expect(worker.paths()).toEqual([...SHELL_FILES, '/bundles/picks/2/a.js'])
    answers['/bundles/picks/2/a.js'] = new Response('of the network')
    expect(await (await worker.get('/bundles/picks/2/a.js'))?.text()).toBe('of the network')
    delete answers['/bundles/picks/1/a.js']
    delete answers['/bundles/picks/2/a.js']
    expect(await (await worker.get('/bundles/picks/2/a.js'))?.text()).toBe('picks 2')
    await expect(worker.get('/bundles/picks/1/a.js')).rejects.toThrow('Failed to fetch')
  })

  it('removes itself and what it stored with SERVICE_WORKER=off, and pages do not register it', async () => {
    const env = testEnv({ SERVICE_WORKER: 'off' })
    const { script } = await read({ env, bundles: bundlesWith(PAGE) })
    const worker = runWorker(script, {})
    await worker.dispatch('activate')
    expect(worker.ended).toEqual(['propsight-files', 'the worker'])
    expect(await worker.get('/', 'navigate')).toBeUndefined()
    expect(buildPageConfig(fakeDeps({ env })).serviceWorker).toBe(false)
    expect(buildPageConfig(fakeDeps()).serviceWorker).toBe(true)
  })
})
