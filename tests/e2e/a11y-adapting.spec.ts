import { expectNoCutText, expectSeenFocus, moving, spaceText, unspaceText } from '../support/a11y/adapting.ts'
import { CLS_BUDGET } from '../support/a11y/feel.ts'
import { openScreen, SCREENS, settled } from '../support/a11y/screens.ts'
import { TREES } from '../support/a11y/trees.ts'
import { expectWellMade } from '../support/a11y/well-made.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { expectNoSidewaysScroll } from '../support/looks.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** 1440 × 900 at 200 %. */
const DOUBLE = { width: 720, height: 450 }
/** 1280 × 1024 at 400 %, which WCAG 1.4.10 asks for. */
const FOURFOLD = { width: 320, height: 256 }
/** At 320 × 256 what stays on top may take so much of the window that a control has no room beside it. */
const TALL_ENOUGH = { width: 320, height: 640 }

/** Screens whose full matrix runs in the fast tier: a form, a menu, a board, a list, a table and a dialog. */
const REPRESENTATIVE = ['sign in, with a refusal', 'get started', 'board', 'picks', 'pitchers', 'account']

/** Every control of a screen is given the focus five times over. */
const LONG_MS = 240_000
// Each screen is a visit of its own: the longest file of all is shared among the workers.
test.describe.configure({ mode: 'parallel', timeout: LONG_MS })

test('every tree and every representative screen belongs to a screen', () => {
  const names = SCREENS.map(({ name }) => name)
  expect([...Object.keys(TREES), ...REPRESENTATIVE].filter((name) => !names.includes(name))).toEqual([])
})

for (const screen of SCREENS.filter(({ name }) => !REPRESENTATIVE.includes(name)))
  test(`WCAG 2.2: ${screen.name} passes axe at 1440 px and fits 390 px`, async ({ page, site, watch }) => {
    watch.expected.push(...(screen.expected ?? []))
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openScreen(screen, { page, site })
    await expectWellMade(page)
    await page.setViewportSize(PHONE)
    await settled(page)
    await expectNoSidewaysScroll(page)
  })

for (const screen of SCREENS)
  test(`WCAG 2.2: ${screen.name} passes axe and stays usable with zoom, text spacing, forced colors, contrast and reduced motion`, {
    tag: REPRESENTATIVE.includes(screen.name) ? [] : [NIGHTLY],
  }, async ({ page, site, watch, feel }) => {
    watch.expected.push(...(screen.expected ?? []))
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openScreen(screen, { page, site })
    expect(feel.cls, `shifts at ${feel.clsAt}`).toBeLessThan(CLS_BUDGET)
    const opened = { ...feel }
    const tree = TREES[screen.name]
    if (tree) await expect(page.locator('body')).toMatchAriaSnapshot(tree)
    expect(await moving(page), 'with reduced motion').toEqual([])
    await expectWellMade(page)
    await expectSeenFocus(page, 'at 100 %')

    for (const [zoom, viewport] of [
      ['200 %', DOUBLE],
      ['400 %', FOURFOLD],
    ] as const) {
      await page.setViewportSize(viewport)
      await settled(page)
      await expectNoSidewaysScroll(page)
      await expectNoCutText(page, `at ${zoom}`)
      if (zoom === '200 %') await expectSeenFocus(page, `at ${zoom}`)
    }
    await page.setViewportSize(PHONE)
    await settled(page)
    await expectNoSidewaysScroll(page)
    await expectWellMade(page)
    await page.setViewportSize(TALL_ENOUGH)
    await expectSeenFocus(page, 'at 320 px')
    await spaceText(page)
    await expectNoSidewaysScroll(page)
    await expectNoCutText(page, 'at 320 px with text set apart')
    await page.setViewportSize(WIDE)
    await expectNoCutText(page, 'with text set apart')
    await unspaceText(page)

    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light'
    })
    await page.emulateMedia({ contrast: 'more' })
    await expectWellMade(page)
    await page.emulateMedia({ contrast: 'no-preference', forcedColors: 'active' })
    await expectSeenFocus(page, 'in forced colors')
    const name = screen.name.replace(/[^a-z]+/gi, '-')
    await page.screenshot({ path: `test-results/screens/forced-${name}.png` })
    // Shifts of another window size and tasks of axe are no user's: the report keeps what opening the screen felt like.
    Object.assign(feel, opened)
  })
