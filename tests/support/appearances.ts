import { expect, type Page } from '@playwright/test'
import { expectAccessible, NIGHTLY, WIDTHS } from './fixtures.ts'

export interface Appearance {
  name: string
  viewport: { width: number; height: number }
  theme: 'dark' | 'light'
  /** For the options of `test` or `test.describe`: the tier in which this combination runs. */
  tag: string[]
}

/**
 * Both widths in both themes. The fast tier runs desktop dark and phone light, the nightly tier the other
 * two.
 */
export const APPEARANCES: readonly Appearance[] = Object.entries(WIDTHS).flatMap(([name, viewport]) =>
  (['dark', 'light'] as const).map((theme) => {
    const inFastTier = (name === 'desktop') === (theme === 'dark')
    return { name: `${name}, ${theme}`, viewport, theme, tag: inFastTier ? [] : [NIGHTLY] }
  }),
)

/** The tag for tests of which the fast tier runs a single combination, the one at this width. */
export const tagAt = (width: keyof typeof WIDTHS, { viewport, tag }: Appearance): string[] =>
  viewport === WIDTHS[width] ? tag : [NIGHTLY]

/** Sets viewport and theme of the system, which the product follows until the visitor chooses another. */
export async function look(
  page: Page,
  { viewport, theme }: Pick<Appearance, 'viewport' | 'theme'>,
): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: theme })
}

/** Expects that the document is not wider than the viewport. */
export const expectNoHorizontalScroll = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBeLessThanOrEqual(0)

/** Checks that apply to every screen and dialog: no axe violation, no horizontal scrolling. */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
}

export interface Density {
  /** Rows of which more than a half is in the viewport, above the tabs at the thumb. */
  rows: number
  /** Lines of controls above the first row, without the bars of the page and links in texts. */
  controlRows: number
  /** Part of the characters in the viewport that are grey. */
  greyShare: number
  /** Mean number of words of the rows in the viewport. */
  wordsPerRow: number
}

/** Measures how much of a list the first screen shows, and with how many words. @param row selector of its rows */
export const measureDensity = (page: Page, row = '[data-card]'): Promise<Density> =>
  page.evaluate((selector) => {
    const CONTROLS = 'button, input, select, summary, [role=radio], [role=slider]'
    const GREY_CHROMA = 32
    /** Lower ones are links in a text. */
    const CONTROL_PX = 32
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const bars = [...document.querySelectorAll('nav')].map(boxOf).filter(({ top }) => top > innerHeight / 2)
    const bottom = Math.min(innerHeight, ...bars.map(({ top }) => top))
    const isShown = (element: Element): boolean => {
      const { top, width, height } = boxOf(element)
      return (
        element.checkVisibility({ visibilityProperty: true }) &&
        width > 1 &&
        height > 1 &&
        top + height / 2 < bottom
      )
    }
    const rows = [...document.querySelectorAll(selector)].filter(isShown)
    const first = Math.min(...rows.map((each) => boxOf(each).top))
    const main = document.querySelector('main') ?? document.body
    const above = [...main.querySelectorAll(CONTROLS)]
      .filter((each) => isShown(each) && !each.closest('nav') && boxOf(each).bottom <= first)
      .filter((each) => boxOf(each).height >= CONTROL_PX)
      .map(boxOf)
      .toSorted((a, b) => a.top - b.top)
    let end = Number.NEGATIVE_INFINITY
    let controlRows = 0
    for (const { top, bottom: last } of above) {
      if (top >= end) controlRows += 1
      end = Math.max(end, last)
    }
    const mainColor = getComputedStyle(document.body).color
    const isGrey = (color: string): boolean => {
      const channels =
        color
          .match(/[\d.]+/g)
          ?.slice(0, 3)
          .map(Number) ?? []
      return color !== mainColor && Math.max(...channels) - Math.min(...channels) <= GREY_CHROMA
    }
    let all = 0
    let grey = 0
    let words = 0
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement
      const text = texts.currentNode.textContent?.trim() ?? ''
      if (!parent || text === '' || !isShown(parent) || parent.closest('.u-vh')) continue
      if (parent.closest(selector)) words += text.split(/\s+/).length
      all += text.length
      if (isGrey(getComputedStyle(parent).color)) grey += text.length
    }
    return {
      rows: rows.length,
      controlRows,
      greyShare: grey / Math.max(1, all),
      wordsPerRow: words / Math.max(1, rows.length),
    }
  }, row)
