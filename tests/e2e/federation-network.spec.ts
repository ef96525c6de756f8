import type { Page, Route } from '@playwright/test'
import {
  expect,
  expectOtherPagesWork,
  expectSignOutWorks,
  isMarked,
  openProduct,
  openTab,
  showsTampered,
  test,
} from '../support/accounts/signed-in.ts'
import { type FileInterceptor, serveRegistry } from '../support/federation/serve-registry.ts'
import { newestRelease, TEST_HEADING, TEST_PLACEMENT } from '../support/federation/test-remote.ts'
import { NIGHTLY } from '../support/fixtures.ts'

const MANIFEST = /mf-manifest\.json$/
const ENTRY = /remote-entry\.js$/
const EXPOSED = /__federation_expose_remote\.\w+\.js$/
const STYLES = /\.css$/

interface Fault {
  title: string
  file: RegExp
  /** The `data-remote-error` attribute of the panel. */
  kind: string
  answer(route: Route): Promise<void>
  /** The request is never answered: the timeout of the shell ends it. The test moves the clock of the page. */
  hangs?: boolean
}

const status = (code: number) => (route: Route) => route.fulfill({ status: code, body: '' })
const refuseConnection = (route: Route) => route.abort('connectionrefused')
const webPage = (route: Route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><h1>Welcome</h1>' })
const garbage = (route: Route) =>
  route.fulfill({ status: 200, contentType: 'application/json', body: '{"metaData":' })
const silence = async () => {}
/** Bytes that differ from the published ones, with an effect that a test can detect. */
const TAMPERED_SCRIPT = 'globalThis.tampered = true'
const TAMPERED_STYLES = 'body { outline: 7px solid rgb(1, 2, 3) }'
const tampered = (route: Route) => {
  const styles = STYLES.test(route.request().url())
  return route.fulfill({
    headers: { 'access-control-allow-origin': '*' },
    contentType: styles ? 'text/css' : 'text/javascript',
    body: styles ? TAMPERED_STYLES : TAMPERED_SCRIPT,
  })
}

const FAULTS: Fault[] = [
  { title: 'its server is down', file: /./, kind: 'manifest', answer: refuseConnection },
  { title: 'its manifest is missing', file: MANIFEST, kind: 'manifest', answer: status(404) },
  { title: 'its manifest answers 500', file: MANIFEST, kind: 'manifest', answer: status(500) },
  { title: 'its manifest is a web page', file: MANIFEST, kind: 'integrity', answer: webPage },
  { title: 'its manifest is invalid JSON', file: MANIFEST, kind: 'integrity', answer: garbage },
  { title: 'its manifest was tampered with', file: MANIFEST, kind: 'integrity', answer: tampered },
  { title: 'its manifest never arrives', file: MANIFEST, kind: 'timeout', answer: silence, hangs: true },
  { title: 'its entry is missing', file: ENTRY, kind: 'entry', answer: status(404) },
  { title: 'its entry is a web page', file: ENTRY, kind: 'integrity', answer: webPage },
  { title: 'its entry was tampered with', file: ENTRY, kind: 'integrity', answer: tampered },
  { title: 'its entry never arrives', file: ENTRY, kind: 'timeout', answer: silence, hangs: true },
  { title: 'its exposed chunk is missing', file: EXPOSED, kind: 'entry', answer: status(404) },
  { title: 'its exposed chunk was tampered with', file: EXPOSED, kind: 'integrity', answer: tampered },
  { title: 'its exposed chunk never arrives', file: EXPOSED, kind: 'timeout', answer: silence, hangs: true },
  { title: 'its styles are missing', file: STYLES, kind: 'entry', answer: status(404) },
  { title: 'its styles were tampered with', file: STYLES, kind: 'integrity', answer: tampered },
]

/** Opens the tab, and passes the timeout of the shell when the request is never answered. */
async function openSubject(page: Page, fault: Fault): Promise<void> {
  const requested = page.waitForRequest((request) => fault.file.test(request.url()))
  await openTab(page, TEST_PLACEMENT.title)
  if (!fault.hangs) return
  await requested
  await page.clock.fastForward(13_000)
}

test.beforeEach(({ watch }) => {
  // The browser reports each file that did not load.
  watch.expected.push(/Failed to load resource|integrity|ERR_CONNECTION_REFUSED/)
})

const interceptorOf =
  (fault: Fault): FileInterceptor =>
  async (route, file) => {
    if (!fault.file.test(file)) return 'untouched'
    await fault.answer(route)
    return 'answered'
  }

for (const fault of FAULTS) {
  test(`F1 F4 a remote shows an error panel when ${fault.title}, the rest works, and Retry loads it`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    const served = await serveRegistry(page, [newestRelease()])
    if (fault.hangs) await page.clock.install()
    await openProduct(page)
    served.intercept = interceptorOf(fault)
    await openSubject(page, fault)
    await expect(page.locator(`[data-remote-error="${fault.kind}"]`)).toBeVisible()
    await expectOtherPagesWork(page)
    expect(await showsTampered(page)).toBe(false)

    served.intercept = null
    await openTab(page, TEST_PLACEMENT.title)
    const heading = page.getByRole('heading', { level: 1, name: TEST_HEADING })
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(heading.or(retry)).toBeVisible()
    if (await retry.isVisible()) await retry.click()
    await expect(heading).toBeVisible()
    expect(await isMarked(page)).toBe(true)
    await expectSignOutWorks(page)
  })
}
