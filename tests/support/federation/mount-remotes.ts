import { chromium, type Page, type Route } from '@playwright/test'
import {
  type Placement,
  pathsOf,
  REGISTRY_ELEMENT_ID,
  type Registry,
  type RegistryEntry,
  registrySchema,
} from '@propsight/shared/contracts'
import { anonymousClient } from '../accounts/create-account.ts'
import { openWithSession } from '../accounts/session.ts'
import { BROWSER_FLAGS, findBrowser } from '../find-browser.ts'

// The contract test of a shell: mounts every remote of the registry in it, in a browser.

/** A remote in a shell. */
export interface Mount {
  name: string
  version: string
  path: string
  /** What failed; null for a remote that is shown without an error. */
  problem: string | null
}

export interface ShellUnderTest {
  url: string
  /** Address that selects the shell: a preview link of its release. */
  link: string
  /** Version that the page has to have. */
  version: string
  account: { email: string; password: string }
}

const LOAD_MS = 60_000
const SETTLE_MS = 10_000
/** Of the error panel that the shell shows instead of a remote. */
const PANEL = '[data-remote-error]'
/** Path of an overlay in this test. No remote has it. */
const OVERLAY_PATH = '/overlay-under-test'
const REGISTRY = new RegExp(`(<script[^>]*id="${REGISTRY_ELEMENT_ID}"[^>]*>)(.*?)(</script>)`, 's')
/** Answers such as 401 of the admin screen before its key are part of the product. */
const FAILED_REQUEST = /^Failed to load resource/

const readRegistry = async (page: Page): Promise<Registry> =>
  registrySchema.parse(JSON.parse((await page.locator(`#${REGISTRY_ELEMENT_ID}`).textContent()) ?? ''))

/**
 * Gives an overlay a page in the registry of the document. Otherwise only other remotes can open it, so that the test
 * would depend on them.
 */
const asPage =
  (name: string) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch()
    const body = (await response.text()).replace(REGISTRY, (_, open: string, json: string, close: string) => {
      const registry = registrySchema.parse(JSON.parse(json))
      const remotes = registry.remotes.map((entry) => {
        const placement: Placement = {
          mount: 'page',
          paths: [OVERLAY_PATH],
          title: entry.placement.title,
          signIn: true,
        }
        return entry.name === name ? { ...entry, placement } : entry
      })
      return open + JSON.stringify({ ...registry, remotes }).replaceAll('<', '\\u003c') + close
    })
    await route.fulfill({ response, body })
  }

/** Opens a remote and waits until it is shown, or the error panel. @returns what failed */
async function mount(page: Page, url: string, { name, placement }: RegistryEntry): Promise<string | null> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !FAILED_REQUEST.test(message.text())) errors.push(message.text())
  })
  const address = `${url}${pathsOf(placement)[0] ?? OVERLAY_PATH}?debug=federation`
  if (placement.mount === 'overlay') await page.route(address, asPage(name))
  await page.goto(address)
  // The federation panel is a part of the shell, and states how each remote loaded.
  const row = page
    .getByRole('table', { name: 'Remotes of this page' })
    .getByRole('row')
    .filter({ has: page.locator('b', { hasText: new RegExp(`^${name}$`) }) })
  const state = row.getByText(/^(Loaded|Failed|Fallback)$/)
  try {
    await state.waitFor({ timeout: LOAD_MS })
    await page
      .getByLabel(`Loading ${placement.title}`, { exact: true })
      .waitFor({ state: 'hidden', timeout: LOAD_MS })
  } catch {
    return `was not shown within ${LOAD_MS / 1_000} s`
  }
  // Errors of the first effects and of the first data. A page that never stops loading is not at fault.
  await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined)
  const panel = page.locator(`${PANEL}[data-remote="${name}"]`)
  const shown = (await state.textContent()) ?? ''
  const failures = [
    ...(shown === 'Loaded' ? [] : [`the panel says ${shown}`]),
    ...((await panel.count()) > 0 ? [(await panel.textContent()) ?? ''] : []),
    ...errors,
  ]
  // Without stacks: the same error of the fallback differs in its files only.
  const lines = new Set(failures.map((text) => text.split('\n', 1)[0]))
  return lines.size > 0 ? [...lines].join('; ') : null
}

/**
 * Mounts every remote of the registry in one shell, as a signed-in user, each in a page of its own. An overlay is
 * mounted as a page.
 * @param page page of the browser context to use
 * @throws Error when the page has another shell than the given one, or the account cannot sign in
 */
export async function mountRemotes(
  page: Page,
  { url, link, version, account }: ShellUnderTest,
): Promise<Mount[]> {
  const client = await anonymousClient(url)
  const { error } = await client.auth.signInWithPassword(account)
  if (error) throw new Error(`${account.email} cannot sign in: ${error.message}`)
  await openWithSession(page, link, { client })
  const { shell, remotes } = await readRegistry(page)
  if (shell?.version !== version) throw new Error(`the page has the shell ${shell?.version}, not ${version}`)
  const mounts: Mount[] = []
  for (const entry of remotes) {
    const own = await page.context().newPage()
    const problem = await mount(own, url, entry)
    mounts.push({
      name: entry.name,
      version: entry.version,
      path: pathsOf(entry.placement)[0] ?? '(overlay)',
      problem,
    })
    await own.close()
  }
  return mounts
}

/** Runs work with a page of a browser that this process starts. */
export async function withBrowserPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const { executable, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath: executable,
    args: BROWSER_FLAGS,
    env: { ...(process.env as Record<string, string>), ...env },
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    return await work(await context.newPage())
  } finally {
    await browser.close()
  }
}
