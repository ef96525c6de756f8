import { expectBestPractices } from '../support/a11y/axe.ts'
import {
  applyTextSpacing,
  expectNoClippedText,
  expectVisibleFocus,
  findMovingElements,
  removeTextSpacing,
} from '../support/a11y/text-and-focus.ts'
import { expectNoHorizontalScroll } from '../support/appearances.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { CLS_BUDGET } from '../support/responsiveness/observe-pages.ts'
import { openScreen, SCREENS, waitForTransitions } from '../support/screens/all-screens.ts'
import { ARIA_SNAPSHOTS } from '../support/screens/aria-snapshots.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** 1440 × 900 at 200 %. */
const DOUBLE = { width: 720, height: 450 }
/** 1280 × 1024 at 400 %, as WCAG 1.4.10 requires. */
const FOURFOLD = { width: 320, height: 256 }
/** A higher viewport: at 320 × 256, sticky elements may leave no room for a focused control. */
const TALL_ENOUGH = { width: 320, height: 640 }

/** The screen whose full matrix runs in the fast tier: a dialog with a form. */
const REPRESENTATIVE = 'account'
/**
 * Screens whose first checks run in the fast tier: one of each area that no other spec of that tier checks. The nightly
 * tier runs the matrix of all.
 */
const EXAMPLES = [
  'board',
  'sign in, with a refusal',
  'sign up, with an error',
  'get started',
  'picks',
  'parlays',
  'menu',
  'Terms',
  'admin, codes',
]

/**
 * Words that no screen shows: names of methods, which stand behind an 'i', and the second name of a market, which has
 * one.
 */
const UNUSED_WORDS = /Brier|Kelly share|Wilson (interval|score)|by Shin|Shin’s|edge z|Hits ?\+ ?Runs/

/** Time for focusing every control of a screen five times. */
const LONG_MS = 240_000
// The screens are independent. Parallel mode spreads this file, the longest one, over the workers.
test.describe.configure({ mode: 'parallel', timeout: LONG_MS })

test('every accessibility tree and every screen of the fast tier names an existing screen', () => {
  const names = SCREENS.map(({ name }) => name)
  expect(
    [...Object.keys(ARIA_SNAPSHOTS), REPRESENTATIVE, ...EXAMPLES].filter((name) => !names.includes(name)),
  ).toEqual([])
})

for (const screen of SCREENS.filter(({ name }) => EXAMPLES.includes(name)))
  test(`WCAG 2.2: ${screen.name} passes axe at 1440 px and fits 390 px`, async ({ page, site, watch }) => {
    watch.expected.push(...(screen.expected ?? []))
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openScreen(screen, { page, site })
    await expectBestPractices(page)
    await page.setViewportSize(PHONE)
    await waitForTransitions(page)
    await expectNoHorizontalScroll(page)
  })

for (const screen of SCREENS)
  test(`WCAG 2.2: ${screen.name} passes axe and stays usable with zoom, text spacing, forced colors, contrast and reduced motion`, {
    tag: REPRESENTATIVE === screen.name ? [] : [NIGHTLY],
  }, async ({ page, site, watch, responsiveness }) => {
    watch.expected.push(...(screen.expected ?? []))
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openScreen(screen, { page, site })
    expect(responsiveness.cls, `shifts at ${responsiveness.clsAt}`).toBeLessThan(CLS_BUDGET)
    const figuresAtOpening = { ...responsiveness }
    const tree = ARIA_SNAPSHOTS[screen.name]
    if (tree) await expect(page.locator('body')).toMatchAriaSnapshot(tree)
    await expect(page.locator('body')).not.toContainText(UNUSED_WORDS, { useInnerText: true })
    expect(await findMovingElements(page), 'with reduced motion').toEqual([])
    await expectBestPractices(page)
    await expectVisibleFocus(page, 'at 100 %')

    for (const [zoom, viewport] of [
      ['200 %', DOUBLE],
      ['400 %', FOURFOLD],
    ] as const) {
      await page.setViewportSize(viewport)
      await waitForTransitions(page)
      await expectNoHorizontalScroll(page)
      await expectNoClippedText(page, `at ${zoom}`)
      if (zoom === '200 %') await expectVisibleFocus(page, `at ${zoom}`)
    }
    await page.setViewportSize(PHONE)
    await waitForTransitions(page)
    await expectNoHorizontalScroll(page)
    await expectBestPractices(page)
    await page.setViewportSize(TALL_ENOUGH)
    await expectVisibleFocus(page, 'at 320 px')
    await applyTextSpacing(page)
    await expectNoHorizontalScroll(page)
    await expectNoClippedText(page, 'at 320 px with text spacing')
    await page.setViewportSize(WIDE)
    await expectNoClippedText(page, 'with text spacing')
    await removeTextSpacing(page)

    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light'
    })
    await page.emulateMedia({ contrast: 'more' })
    await expectBestPractices(page)
    await page.emulateMedia({ contrast: 'no-preference', forcedColors: 'active' })
    await expectVisibleFocus(page, 'in forced colors')
    const name = screen.name.replace(/[^a-z]+/gi, '-')
    await page.screenshot({ path: `test-results/screens/forced-${name}.png` })
    // Changed viewports and axe cause layout shifts and long tasks that users do not have. The report keeps
    // the values that were measured when the screen opened.
    Object.assign(responsiveness, figuresAtOpening)
  })
