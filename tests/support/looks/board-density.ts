import type { Page } from '@playwright/test'

/** How much of a board is seen at once. */
export interface BoardDensity {
  /** Cards that are wholly visible before scrolling, and once the first card is at the top. */
  firstScreen: number
  scrolledScreen: number
  /** Rows of controls between the header and the first card. */
  controlRows: number
  /** Words of a card, the median of those below the top picks. */
  words: number
}

/** Measures the board that the page shows. Leaves the page scrolled to the first card. */
export const measureBoard = (page: Page): Promise<BoardDensity> =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')]
    const headerEnd = document.querySelector('body header')?.getBoundingClientRect().bottom ?? 0
    const bars = [...document.querySelectorAll('nav')].map((nav) => nav.getBoundingClientRect())
    const thumbBar = bars.find(({ top, width }) => top > window.innerHeight / 2 && width > window.innerWidth / 2)
    const end = thumbBar?.top ?? window.innerHeight
    const countVisible = () =>
      cards.filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return top >= headerEnd - 1 && bottom <= end + 1
      }).length
    window.scrollTo(0, 0)
    const firstScreen = countVisible()
    const first = cards[0]?.getBoundingClientRect().top ?? 0
    const column = cards[0]?.getBoundingClientRect()
    const controls = [...document.querySelectorAll('#main :is(button, input, select, a, summary)')]
      .map((control) => control.getBoundingClientRect())
      .filter(({ top, right, width }) => width > 1 && top < first && right > (column?.left ?? 0))
      .map(({ top, height }) => top + height / 2)
      .toSorted((a, b) => a - b)
    const controlRows = controls.filter((middle, at) => at === 0 || middle - (controls[at - 1] ?? 0) > 14).length
    window.scrollTo(0, first - headerEnd)
    const scrolledScreen = countVisible()
    const words = cards
      .filter((card) => !card.closest('ol'))
      .map((card) => card.innerText.split(/\s+/).filter((word) => /\w/.test(word)).length)
      .toSorted((a, b) => a - b)
    return { firstScreen, scrolledScreen, controlRows, words: words[Math.floor(words.length / 2)] ?? 0 }
  })
