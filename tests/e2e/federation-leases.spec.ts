import type { Page } from '@playwright/test'
import { containerWith } from '../fixtures/faulty-containers.ts'
import {
  expect,
  expectOtherPagesWork,
  isMarked,
  openProduct,
  openTab,
  test,
} from '../support/accounts/signed-in.ts'
import { serveRegistry } from '../support/federation/serve-registry.ts'
import {
  addFallback,
  previousRelease,
  releaseOfContainer,
  TEST_HEADING,
  TEST_PLACEMENT,
} from '../support/federation/test-remote.ts'
import { expectAccessible, NIGHTLY } from '../support/fixtures.ts'

/** A mount that cleans up nothing. Each effect counts or shows on the page. */
const LEAVES_EVERYTHING = containerWith(`
globalThis.effects = { keys: 0, ticks: 0, frames: 0, timeouts: 0, refusals: [] }
const { effects } = globalThis
effects.goBehind = () => history.pushState(null, '', '/left-behind')
const note = (error) => effects.refusals.push(error.name + ': ' + error.message)
const adopt = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('body { outline: 9px solid red }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
function Root({ shell }) {
  useEffect(() => {
    document.addEventListener('keydown', (event) => { effects.keys += 1; event.stopImmediatePropagation(); event.preventDefault() }, true)
    setInterval(() => { effects.ticks += 1 }, 20)
    const frame = () => { effects.frames += 1; requestAnimationFrame(frame) }
    frame()
    const again = () => { effects.timeouts += 1; setTimeout(again, 1) }
    again()
    document.documentElement.style.overflow = 'hidden'
    document.body.setAttribute('inert', '')
    document.body.append(document.createElement('left-element'))
    Array.prototype.copyWithin = () => { throw new Error('patched') }
    adopt()
    const style = document.createElement('style')
    style.append('')
    document.head.append(style)
    style.sheet.insertRule('body { border-left: 9px solid red }')
    try { for (let at = 0; ; at += 1) localStorage.setItem('flood-' + at, 'x'.repeat(100_000)) } catch (error) { note(error) }
    try { localStorage.setItem('propsight.auth', '{}') } catch (error) { note(error) }
    localStorage.clear()
    shell.supabase.auth.signOut().catch(note)
  }, [])
  const cover = createElement('div', { id: 'cover', style: { position: 'fixed', inset: 0, zIndex: 2147483647 } })
  return createElement('p', null, 'On screen', cover)
}`)

const readEffects = (page: Page) =>
  page.evaluate(() => ({
    ...JSON.parse(JSON.stringify(Reflect.get(globalThis, 'effects'))),
    overflow: document.documentElement.style.overflow,
    inert: document.body.hasAttribute('inert'),
    outline: getComputedStyle(document.body).outlineStyle,
    border: getComputedStyle(document.body).borderLeftWidth,
    address: location.pathname,
    element: document.querySelector('left-element') !== null,
    patched: !String(Array.prototype.copyWithin).includes('[native code]'),
  }))

test('F4 what a remote leaves on the page ends with its mount, and the visitor stays signed in', {
  tag: NIGHTLY,
}, async ({ page, watch }) => {
  watch.expected.push(/LeftEffect|after its unmount/)
  await serveRegistry(page, [releaseOfContainer(LEAVES_EVERYTHING)])
  await openProduct(page)
  await openTab(page, TEST_PLACEMENT.title)
  await expect(page.getByText('On screen')).toBeVisible()
  await expect.poll(async () => (await readEffects(page)).refusals).toHaveLength(3)
  expect(await readEffects(page)).toMatchObject({
    overflow: 'hidden',
    inert: true,
    outline: 'solid',
    border: '9px',
    element: true,
    patched: true,
    refusals: [
      expect.stringMatching(/^QuotaExceededError: A remote may store/),
      expect.stringMatching(/^NoModificationAllowedError/),
      expect.stringMatching(/Only the shell signs out/),
    ],
  })

  // What covers the viewport covers the region of the remote only.
  const header = await page.getByRole('banner', { includeHidden: true }).boundingBox()
  const cover = await page.locator('#cover').boundingBox()
  expect(cover?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? Number.POSITIVE_INFINITY))

  // The body is inert: a click reaches nothing until the mount has ended.
  await page.evaluate(() => history.back())
  await expect(page.getByText('On screen')).toBeHidden()
  const clean = {
    overflow: '',
    inert: false,
    outline: 'none',
    border: '0px',
    address: '/',
    element: false,
    patched: false,
  }
  await expect.poll(() => readEffects(page)).toMatchObject(clean)
  await expect
    .poll(async () => {
      const [before, after] = [await readEffects(page), await readEffects(page)]
      return [before.frames - after.frames, before.timeouts - after.timeouts, before.ticks - after.ticks]
    })
    .toEqual([0, 0, 0])
  await page.evaluate(() => Reflect.get(globalThis, 'effects').goBehind())
  expect(await readEffects(page)).toMatchObject(clean)
  const { keys } = await readEffects(page)
  await page.keyboard.press('Tab')
  expect((await readEffects(page)).keys).toBe(keys)
  await expectOtherPagesWork(page)

  for (let mount = 0; mount < 5; mount += 1) {
    await openTab(page, TEST_PLACEMENT.title)
    await expect(page.getByText('On screen')).toBeVisible()
    await page.evaluate(() => document.body.removeAttribute('inert'))
    await openTab(page, 'Pricing')
  }
  await expect.poll(async () => (await readEffects(page)).outline).toBe('none')
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  expect(await isMarked(page)).toBe(true)
  await page.reload()
  await expect(page.getByRole('banner').getByText(/^\d+ credits?$/)).toBeVisible()
})

const FAILS_SILENTLY = [
  {
    title: 'blocks the page for seconds',
    reason: /blocked the page for \d+ s/,
    container: containerWith(`function Root() {
      useEffect(() => {
        const end = performance.now() + 6500
        while (performance.now() < end);
      }, [])
      return createElement('p', null, 'On screen')
    }`),
  },
  {
    title: 'renders without end in its effects',
    reason: /keeps the page busy/,
    container: containerWith(`function Root() {
      const [count, setCount] = react.useState(0)
      useEffect(() => setCount(count + 1))
      return createElement('p', null, 'Render ' + count)
    }`),
  },
  { title: 'shows nothing', reason: /shows nothing/, container: containerWith('const Root = () => null') },
]

for (const { title, reason, container } of FAILS_SILENTLY)
  test(`F4 a remote that ${title} counts as failed, and its fallback is shown`, { tag: NIGHTLY }, async ({
    page,
    watch,
  }) => {
    watch.expected.push(reason)
    test.setTimeout(90_000)
    const reports: string[] = []
    await page.route('**/api/loads', async (route) => {
      reports.push(route.request().postData() ?? '')
      await route.fulfill({ status: 204 })
    })
    const fallback = previousRelease()
    await serveRegistry(page, [addFallback(releaseOfContainer(container), fallback), fallback])
    await openProduct(page)
    await openTab(page, TEST_PLACEMENT.title)
    await expect(page.getByRole('heading', { name: TEST_HEADING })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Subject had a problem. Its earlier version is shown.')).toBeVisible()
    await expect.poll(() => reports.join()).toMatch(reason)
  })

const HAS_UNSAVED_WORK = containerWith(`function Root({ shell }) {
  useEffect(() => shell.registerUnsavedWork(() => true), [])
  return createElement('p', null, 'On screen')
}`)

test('F2 a remote with unsaved work is left by a link, Back and a reload only after a question', {
  tag: NIGHTLY,
}, async ({ page }) => {
  await serveRegistry(page, [releaseOfContainer(HAS_UNSAVED_WORK)])
  await openProduct(page)
  await openTab(page, TEST_PLACEMENT.title)
  await expect(page.getByText('On screen')).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  for (const leave of [() => openTab(page, 'My Picks'), () => page.evaluate(() => history.back())]) {
    await leave()
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/\/subject$/)
  }
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.dismiss()
  })
  await page.evaluate(() => location.reload())
  await expect.poll(() => dialogs).toEqual(['beforeunload'])
  expect(await isMarked(page)).toBe(true)
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await expect(question).toBeHidden()
  expect(await isMarked(page)).toBe(true)
})
