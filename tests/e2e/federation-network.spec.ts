import type { Page, Route } from '@playwright/test'
import { describeRelease } from '../support/remote-files.ts'
import { type Meddle, serveInRegistry } from '../support/served-registry.ts'
import {
  expect,
  expectSignOutWorks,
  expectTheRestWorks,
  isMarked,
  openProduct,
  openTab,
  showsTampered,
  test,
} from '../support/signed-in.ts'
import { before, newest, SUBJECT, SUBJECT_HEADING, withFallback } from '../support/subject.ts'

const MANIFEST = /mf-manifest\.json$/
const ENTRY = /remote-entry\.js$/
const EXPOSED = /__federation_expose_remote\.\w+\.js$/
const STYLES = /\.css$/

interface Fault {
  title: string
  file: RegExp
  /** What the panel is told, as `data-remote-error` has it. */
  kind: string
  answer(route: Route): Promise<void>
  /** Nothing comes: the shell's own patience ends it, which the test's clock brings nearer. */
  hangs?: boolean
}

const status = (code: number) => (route: Route) => route.fulfill({ status: code, body: '' })
const down = (route: Route) => route.abort('connectionrefused')
const page404 = (route: Route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><h1>Welcome</h1>' })
const garbage = (route: Route) =>
  route.fulfill({ status: 200, contentType: 'application/json', body: '{"metaData":' })
const silence = async () => {}
/** Other bytes than those that were published, which would be seen if they ran or styled. */
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
  { title: 'its server is down', file: /./, kind: 'manifest', answer: down },
  { title: 'its manifest is not there', file: MANIFEST, kind: 'manifest', answer: status(404) },
  { title: 'its manifest answers 500', file: MANIFEST, kind: 'manifest', answer: status(500) },
  { title: 'its manifest is a web page', file: MANIFEST, kind: 'integrity', answer: page404 },
  { title: 'its manifest is garbage', file: MANIFEST, kind: 'integrity', answer: garbage },
  { title: 'its manifest was tampered with', file: MANIFEST, kind: 'integrity', answer: tampered },
  { title: 'its manifest never comes', file: MANIFEST, kind: 'timeout', answer: silence, hangs: true },
  { title: 'its entry is not there', file: ENTRY, kind: 'entry', answer: status(404) },
  { title: 'its entry is a web page', file: ENTRY, kind: 'integrity', answer: page404 },
  { title: 'its entry was tampered with', file: ENTRY, kind: 'integrity', answer: tampered },
  { title: 'its entry never comes', file: ENTRY, kind: 'timeout', answer: silence, hangs: true },
  { title: 'its exposed chunk is not there', file: EXPOSED, kind: 'entry', answer: status(404) },
  { title: 'its exposed chunk was tampered with', file: EXPOSED, kind: 'integrity', answer: tampered },
  { title: 'its exposed chunk never comes', file: EXPOSED, kind: 'timeout', answer: silence, hangs: true },
  { title: 'its styles are not there', file: STYLES, kind: 'entry', answer: status(404) },
  { title: 'its styles were tampered with', file: STYLES, kind: 'integrity', answer: tampered },
]

/** Opens the tab, and where nothing answers lets the shell's patience pass. */
async function openSubject(page: Page, fault: Fault): Promise<void> {
  const asked = page.waitForRequest((request) => fault.file.test(request.url()))
  await openTab(page, SUBJECT.title)
  if (!fault.hangs) return
  await asked
  await page.clock.fastForward(13_000)
}

test.use({ trace: 'off' })

test.beforeEach(({ watch }) => {
  // The browser itself reports what did not load.
  watch.expected.push(/Failed to load resource|integrity|ERR_CONNECTION_REFUSED/)
})

const meddleAs =
  (fault: Fault): Meddle =>
  async (route, file) => {
    if (!fault.file.test(file)) return 'untouched'
    await fault.answer(route)
    return 'answered'
  }

for (const fault of FAULTS) {
  test(`F1 F4 a remote, when ${fault.title}: a panel, the rest works, Retry brings it`, async ({ page }) => {
    const served = await serveInRegistry(page, [newest()])
    if (fault.hangs) await page.clock.install()
    await openProduct(page)
    served.meddle = meddleAs(fault)
    await openSubject(page, fault)
    await expect(page.locator(`[data-remote-error="${fault.kind}"]`)).toBeVisible()
    await expectTheRestWorks(page)
    expect(await showsTampered(page)).toBe(false)

    served.meddle = null
    await openTab(page, SUBJECT.title)
    const heading = page.getByRole('heading', { level: 1, name: SUBJECT_HEADING })
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(heading.or(retry)).toBeVisible()
    if (await retry.isVisible()) await retry.click()
    await expect(heading).toBeVisible()
    expect(await isMarked(page)).toBe(true)
    await expectSignOutWorks(page)
  })
}

for (const fault of FAULTS) {
  test(`F1 F4 a remote, when ${fault.title}: its earlier release shows at once`, async ({ page }) => {
    const kept = before()
    const served = await serveInRegistry(page, [withFallback(newest(), kept), kept])
    if (fault.hangs) await page.clock.install()
    await openProduct(page)
    served.meddle = meddleAs(fault)
    await openSubject(page, fault)
    await expect(page.getByRole('heading', { level: 1, name: SUBJECT_HEADING })).toBeVisible()
    expect(served.asked.some((path) => path.includes(kept.entry.version))).toBe(true)
    await expect(page.locator('[data-remote-error]')).toHaveCount(0)
    expect(await showsTampered(page)).toBe(false)
    await expectTheRestWorks(page)
  })
}

test('F2 what the other cases say never runs is seen where it was published so', async ({ page }) => {
  const { entry, files } = newest()
  const placed = [...files].map(([path, bytes]): [string, Buffer] => {
    if (STYLES.test(path)) return [path, Buffer.from(TAMPERED_STYLES)]
    return [path, ENTRY.test(path) ? Buffer.from(`${TAMPERED_SCRIPT};${bytes}`) : bytes]
  })
  const { name, version, placement } = entry
  await serveInRegistry(page, [describeRelease({ name, version, placement, files: new Map(placed) })])
  await openProduct(page)
  await openTab(page, SUBJECT.title)
  await expect(page.getByRole('heading', { level: 1, name: SUBJECT_HEADING })).toBeVisible()
  expect(await showsTampered(page)).toBe(true)
})
