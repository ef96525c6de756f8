import type { Page } from '@playwright/test'

const BOXES = 300

/** Runs in the page of the board: copies it as static HTML with all cards rendered and no scripts. */
function cardsOnly(): string {
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
async function opened(board: Page, name: string, body: string): Promise<Page> {
  const page = await board.context().newPage()
  const address = new URL(`/${name}`, board.url()).href
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await page.goto(address)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return page
}

/** Opens a page of the board's height with 300 empty boxes, to measure the minimum cost of scrolling. */
export async function blankPage(board: Page): Promise<Page> {
  const height = await board.evaluate(() => document.documentElement.scrollHeight)
  const box = `<div style="height:${height / BOXES}px;box-sizing:border-box;border-bottom:1px solid #345"></div>`
  return opened(board, 'bench-blank', `<!doctype html><body style="margin:0">${box.repeat(BOXES)}`)
}

/**
 * Opens a page with the board's cards, style sheets and font but no scripts, to measure the cost of painting.
 */
export const stillPage = async (board: Page): Promise<Page> =>
  opened(board, 'bench-still', await board.evaluate(cardsOnly))
