import type { CDPSession, Page } from '@playwright/test'

const SCROLL_PX_PER_SECOND = 4_000
const DRAGS = 2
const DRAG_STEPS = 60
const IDLE_FRAMES = 120

/** Scrolls the whole board down once, at the speed of a fling. */
export async function scrollBoard(page: Page, devtools: CDPSession): Promise<void> {
  const { height, y } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight - innerHeight,
    y: innerHeight / 2,
  }))
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 900,
    y,
    yDistance: -height,
    speed: SCROLL_PX_PER_SECOND,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
}

const ROW = 'ul[aria-label="Also ranked"] > li'

/** The mean number of elements of the rendered rows, with the list item. */
export const elementsPerRow = (page: Page): Promise<number> =>
  page.locator(ROW).evaluateAll((rows) => {
    const cards = rows.filter((row) => row.querySelector('[data-card]'))
    return cards.reduce((sum, row) => sum + 1 + row.querySelectorAll('*').length, 0) / cards.length
  })

/** Scrolls the whole board down in steps, and waits for every row: the same work on a machine of any load. */
export const scrollEveryRow = (page: Page): Promise<void> =>
  page.evaluate(async (row) => {
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
    let top = -1
    while (scrollY > top) {
      top = scrollY
      scrollBy(0, innerHeight / 2)
      await nextFrame()
      await nextFrame()
      while (document.querySelector(`${row} > [aria-hidden]`)) await nextFrame()
    }
  }, ROW)

const nextFrames = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    (frames) =>
      new Promise<void>((done) => {
        let remaining = frames
        const next = () => {
          remaining -= 1
          if (remaining > 0) requestAnimationFrame(next)
          else done()
        }
        requestAnimationFrame(next)
      }),
    count,
  )

/** Opens the first card and waits for the complete detail view. */
export async function openDetail(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.locator('ol h3 [data-open]').first().click()
  await page.getByRole('slider', { name: 'Line' }).waitFor()
  await page
    .getByRole('heading', { name: /^Why \d+%$/ })
    .first()
    .waitFor()
}

/** Drags the line up and down over most of the chart, one pointer step per frame. */
export async function dragLine(page: Page): Promise<void> {
  const handle = await page.getByRole('slider', { name: 'Line' }).boundingBox()
  const chart = await page.getByRole('img', { name: /against a line of/ }).boundingBox()
  if (!handle || !chart) throw new Error('the line cannot be dragged: it is not drawn')
  const x = handle.x + handle.width / 2
  const from = handle.y + handle.height / 2
  const reach = Math.max(40, from - chart.y - 30)
  await page.mouse.move(x, from)
  await page.mouse.down()
  for (let step = 1; step <= DRAGS * DRAG_STEPS; step += 1) {
    await page.mouse.move(x, from - (reach * (1 - Math.cos((2 * Math.PI * step) / DRAG_STEPS))) / 2)
    await nextFrames(page, 1)
  }
  await page.mouse.up()
}

/** Waits without any movement, to measure the regularity of frames on this machine. */
export const rest = (page: Page): Promise<void> => nextFrames(page, IDLE_FRAMES)
