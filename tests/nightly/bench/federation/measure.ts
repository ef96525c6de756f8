import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import * as z from 'zod'
import { BROWSER_FLAGS, findBrowser } from '../../../support/find-browser.ts'
import type { Served } from './serve.ts'

/** Lighthouse's slow 4G for DevTools throttling: 150 ms × 3.75 latency and 1.6 Mbit/s × 0.9. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
}
const CPU_FACTOR = 4
const LIMIT_MS = 60_000
const SESSION_KEY = 'propsight.auth'

/** A route and the text that shows that it has loaded. */
export interface Route {
  path: string
  selector: string
  text: string
  signedIn: boolean
}

export interface Visit {
  /** Time in ms from the start of the navigation to the frame that shows the text of the route. */
  ms: number
  bytes: number
  requests: number
}

export async function launch(): Promise<Browser> {
  const { executable, env } = await findBrowser()
  return chromium.launch({
    executablePath: executable,
    args: BROWSER_FLAGS,
    env: { ...(process.env as Record<string, string>), ...env },
  })
}

/** Runs in the page before its scripts: records when the text is first visible. */
function watchFor({ selector, text }: { selector: string; text: string }) {
  const page = globalThis as typeof globalThis & { shownAt?: number; checkPage(): void }
  page.checkPage = () => {
    if (page.shownAt !== undefined) return
    for (const element of document.querySelectorAll(selector)) {
      if (!element.textContent?.includes(text)) continue
      observer.disconnect()
      requestAnimationFrame(() => {
        page.shownAt ??= performance.now()
      })
      return
    }
  }
  const observer = new MutationObserver(() => page.checkPage())
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

async function contextFor(browser: Browser, served: Served, signedIn: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  if (!signedIn) return context
  const { data } = await served.user.client.auth.getSession()
  await context.addInitScript(
    ([key, session]) => localStorage.setItem(key ?? '', session ?? ''),
    [SESSION_KEY, JSON.stringify(data.session)],
  )
  return context
}

async function openThrottledPage(context: BrowserContext) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_FACTOR })
  return { page, devtools }
}

const messageOfTarget = z.looseObject({
  method: z.string().optional(),
  params: z.looseObject({ encodedDataLength: z.number().optional() }).optional(),
})

/**
 * Emulates the slow network in the service worker of the only open context, too: its requests are neither slowed down
 * nor counted with those of the page. Playwright has no session of a worker, so the messages are nested.
 * @param onReceived called with the bytes of each finished request
 */
async function slowDownWorker(browser: Browser, onReceived: (bytes: number) => void): Promise<void> {
  const devtools = await browser.newBrowserCDPSession()
  const { targetInfos } = await devtools.send('Target.getTargets')
  const workers = targetInfos.filter(({ type }) => type === 'service_worker')
  const [worker] = workers
  if (!worker || workers.length > 1) throw new Error(`${workers.length} service workers run instead of one`)
  const { targetId } = worker
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false })
  devtools.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return
    const { method, params } = messageOfTarget.parse(JSON.parse(event.message))
    if (method === 'Network.loadingFinished') onReceived(params?.encodedDataLength ?? 0)
  })
  const commands = [
    ['Network.enable', {}],
    ['Network.emulateNetworkConditions', SLOW_4G],
  ]
  for (const [id, [method, params]] of commands.entries())
    await devtools.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    })
}

/** Opens the route on slow 4G with a CPU slowdown of 4. Requests that the cache of the browser answers are not counted. */
async function visit(
  context: BrowserContext,
  served: Served,
  route: Route,
  worker?: { browser: Browser },
): Promise<Visit> {
  const { page, devtools } = await openThrottledPage(context)
  let bytes = 0
  let requests = 0
  const count = (received: number) => {
    bytes += received
    if (received > 0) requests += 1
  }
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => count(encodedDataLength))
  if (worker) await slowDownWorker(worker.browser, count)
  await page.addInitScript(watchFor, route)
  await page.goto(served.url + route.path, { waitUntil: 'commit', timeout: LIMIT_MS })
  const shown = await page.waitForFunction(() => Reflect.get(globalThis, 'shownAt'), null, {
    timeout: LIMIT_MS,
    polling: 50,
  })
  return { ms: Number(await shown.jsonValue()), bytes, requests }
}

/** Measures one visit with a new profile and an empty cache. */
export async function coldVisit(browser: Browser, served: Served, route: Route): Promise<Visit> {
  const context = await contextFor(browser, served, route.signedIn)
  try {
    return await visit(context, served, route)
  } finally {
    await context.close()
  }
}

/**
 * Measures the visit of a browser that visited the same route before a deploy. The first visit only fills the cache, so
 * it is not slowed down. It ends when the network is idle.
 * @param deploy makes a release with changed code live
 */
export async function returningVisit(
  browser: Browser,
  served: Served,
  route: Route,
  deploy: () => Promise<void>,
): Promise<Visit> {
  const context = await contextFor(browser, served, route.signedIn)
  try {
    const first = await context.newPage()
    await first.goto(served.url + route.path, { waitUntil: 'networkidle', timeout: LIMIT_MS })
    await first.locator(route.selector, { hasText: route.text }).first().waitFor({ timeout: LIMIT_MS })
    // Its installation loads files, and it answers the next visit.
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await first.close()
    await deploy()
    return await visit(context, served, route, { browser })
  } finally {
    await context.close()
  }
}

/** Time in ms from the click on a tab, whose remote was preloaded on hover, to the frame that shows it. */
export async function openPreloadedTab(
  browser: Browser,
  served: Served,
  { from, tab, remote, to }: { from: Route; tab: string; remote: string; to: Route },
): Promise<number> {
  const context = await contextFor(browser, served, true)
  try {
    const { page } = await openThrottledPage(context)
    await page.goto(served.url + from.path, { timeout: LIMIT_MS })
    await page.locator(from.selector, { hasText: from.text }).first().waitFor({ timeout: LIMIT_MS })
    const link = page.getByRole('link', { name: tab }).filter({ visible: true }).first()
    await link.hover()
    // Waits until the remote is loaded and the main thread is idle, so that only the opening is measured.
    await page.waitForFunction(
      (name) =>
        performance
          .getEntriesByType('resource')
          .some((entry) => entry.name.includes(`/bundles/${name}/`) && entry.name.includes('/async/')),
      remote,
      { timeout: LIMIT_MS, polling: 100 },
    )
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          const waitForIdle = (times: number) => {
            if (times === 0) done()
            else requestIdleCallback(() => setTimeout(waitForIdle, 50, times - 1))
          }
          waitForIdle(5)
        }),
    )
    await page.evaluate(watchFor, to)
    await link.evaluate((element: HTMLElement) => {
      Reflect.set(globalThis, 'clickedAt', performance.now())
      element.click()
    })
    const took = await page.waitForFunction(
      () => {
        const clicked = Reflect.get(globalThis, 'clickedAt')
        const shown = Reflect.get(globalThis, 'shownAt')
        return shown === undefined ? undefined : { ms: shown - clicked }
      },
      null,
      { timeout: LIMIT_MS, polling: 50 },
    )
    return (await took.jsonValue())?.ms ?? Number.NaN
  } finally {
    await context.close()
  }
}
