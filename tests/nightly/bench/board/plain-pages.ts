import type { Page } from '@playwright/test'

const BOXES = 300

/** Runs in the page of the board: the same cards as text, every one drawn, and nothing that runs. */
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

/** Another page of the same browser and origin that answers this text, without the policy of the product's own. */
async function opened(board: Page, name: string, body: string): Promise<Page> {
  const page = await board.context().newPage()
  const address = new URL(`/${name}`, board.url()).href
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await page.goto(address)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return page
}

/** 300 empty boxes on a page as high as the board's: what this machine takes to scroll anything at all. */
export async function blankPage(board: Page): Promise<Page> {
  const height = await board.evaluate(() => document.documentElement.scrollHeight)
  const box = `<div style="height:${height / BOXES}px;box-sizing:border-box;border-bottom:1px solid #345"></div>`
  return opened(board, 'bench-blank', `<!doctype html><body style="margin:0">${box.repeat(BOXES)}`)
}

/** The board's own cards, style sheets and font, without any code: what painting them takes. */
export const stillPage = async (board: Page): Promise<Page> =>
  opened(board, 'bench-still', await board.evaluate(cardsOnly))
