import type { CDPSession, Page } from '@playwright/test'

const BOXES = 300

/** Runs in the page of the board: copies it as static HTML with all cards rendered and no scripts. */
function copyCardsAsHtml(): string {
  const copy = document.documentElement.cloneNode(true) as HTMLElement
  for (const code of copy.querySelectorAll('script, link[rel=preload], link[rel=modulepreload]'))
    code.remove()
  const list = copy.querySelector<HTMLElement>('ul[aria-label="Also ranked"]')
  const rows = [...(list?.children ?? [])].filter((row) => row.querySelector('[data-card]'))
  const count = Number(rows[0]?.getAttribute('aria-setsize') ?? 0)
  if (!list || count === 0) throw new Error('there is no board to copy')
  list.removeAttribute('style')
  list.replaceChildren(
    ...Array.from({ length: count }, (_, index) => (rows[index % rows.length] as Element).cloneNode(true)),
  )
  return `<!doctype html>${copy.outerHTML}`
}

/** Opens another page of the same browser and origin with this HTML, without the product's content policy. */
async function openHtml(board: Page, name: string, body: string): Promise<Page> {
  const page = await board.context().newPage()
  const address = new URL(`/${name}`, board.url()).href
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await page.goto(address)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return page
}

/** Opens a page of the board's height with 300 empty boxes, to measure the minimum cost of scrolling. */
export async function openBlankPage(board: Page): Promise<Page> {
  const height = await board.evaluate(() => document.documentElement.scrollHeight)
  const box = `<div style="height:${height / BOXES}px;box-sizing:border-box;border-bottom:1px solid #345"></div>`
  return openHtml(board, 'bench-blank', `<!doctype html><body style="margin:0">${box.repeat(BOXES)}`)
}

/**
 * Opens a page with the board's cards, style sheets and font but no scripts, to measure the cost of painting.
 */
export const openStaticCards = async (board: Page): Promise<Page> =>
  openHtml(board, 'bench-still', await board.evaluate(copyCardsAsHtml))

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
