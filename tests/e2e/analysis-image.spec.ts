import type { Page } from '@playwright/test'
import { fetchLinesResponse, type Line } from '@propsight/shared/contracts'
import sharp from 'sharp'
import type { RenderedCard } from '../nightly/bench/image/render.ts'
import { openWithSession } from '../support/accounts/session.ts'
import { misprint, renderPicture } from '../support/analysis/render-picture.ts'
import { APPEARANCES, expectAccessibleLayout, look, tagAt } from '../support/appearances.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeSettings, expectProgressLabel, readLineCounts } from '../support/pages/board-page.ts'
import { creditsOf, type TestSite } from '../support/product/test-site.ts'

const ROWS = 3

/** Lines of the sample league, so that it has game logs of the players in the picture. */
async function readSampleLines(site: TestSite): Promise<Line[]> {
  const user = await site.newUser()
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
  const idempotencyKey = crypto.randomUUID()
  const run = await fetch(`${site.url}/api/runs`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ feature: 'quick', category: 'Hits', idempotencyKey }),
  })
  const { runId } = (await run.json()) as { runId: string }
  const query = new URLSearchParams({ category: 'Hits', limit: '300', runId })
  const answer = await fetch(`${site.url}/api/fetch-lines?${query}`, { headers })
  const { players } = fetchLinesResponse.parse(await answer.json())
  const standardLines = players.filter(
    ({ name, oddsType, combo }) => /^[A-Za-z ]+$/.test(name) && oddsType === 'standard' && !combo,
  )
  return standardLines
    .filter(({ name }, at) => standardLines.findIndex((other) => other.name === name) === at)
    .slice(0, ROWS)
}

const choosePicture = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })
const read = (page: Page) => page.getByRole('button', { name: 'Read picture' })

interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

/** Finds the pixels of the letters of each card, as fractions of the picture. */
async function findLetters({ file, texts, picture }: RenderedCard): Promise<Edges[]> {
  const { width, height } = await sharp(file).metadata()
  const names = picture.rows.map(({ name }) => texts.findIndex(({ text }) => text === name))
  const cards = names.map((from, at) => texts.slice(from, names[at + 1]))
  return Promise.all(
    cards.map(async (card) => {
      const columns: number[] = []
      const lines: number[] = []
      for (const text of card) {
        const left = Math.floor(text.x * width)
        const top = Math.floor(text.y * height)
        const region = {
          left,
          top,
          width: Math.ceil(text.width * width),
          height: Math.ceil(text.height * height),
        }
        const { data, info } = await sharp(file).extract(region).greyscale().raw().toBuffer({
          resolveWithObject: true,
        })
        const [background = 0] = data
        for (const [index, shade] of data.entries()) {
          if (Math.abs(shade - background) < 60) continue
          columns.push(left + (index % info.width))
          lines.push(top + Math.floor(index / info.width))
        }
      }
      return {
        left: Math.min(...columns) / width,
        top: Math.min(...lines) / height,
        right: (Math.max(...columns) + 1) / width,
        bottom: (Math.max(...lines) + 1) / height,
      }
    }),
  )
}

/** Distance in CSS pixels of the inside of each frame from the letters of its row: negative if it covers them. */
const frameDistances = (page: Page, letters: readonly Edges[]): Promise<Edges[]> =>
  page.getByRole('region', { name: 'Picture', exact: true }).evaluate((region, letters) => {
    const canvas = region.querySelector('canvas')?.getBoundingClientRect() ?? new DOMRect()
    return [...region.querySelectorAll('canvas ~ span')].map((frame, at) => {
      const outside = frame.getBoundingClientRect()
      const card = letters[at] ?? { left: 0, top: 0, right: 0, bottom: 0 }
      return {
        left: canvas.left + card.left * canvas.width - outside.left - frame.clientLeft,
        top: canvas.top + card.top * canvas.height - outside.top - frame.clientTop,
        right: outside.right - frame.clientLeft - (canvas.left + card.right * canvas.width),
        bottom: outside.bottom - frame.clientTop - (canvas.top + card.bottom * canvas.height),
      }
    })
  }, letters)

/** Expects that the frame of each row is drawn around its letters at both widths, neither over them nor far off. */
async function expectFramesAroundLetters(page: Page): Promise<void> {
  const letters = await findLetters(picture)
  const viewport = page.viewportSize()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const distances = await frameDistances(page, letters)
    expect(distances).toHaveLength(ROWS)
    for (const distance of distances.flatMap((edges) => Object.values(edges))) {
      expect(distance).toBeGreaterThanOrEqual(0)
      expect(distance).toBeLessThan(10)
    }
  }
  if (viewport) await page.setViewportSize(viewport)
}

let rows: Line[]
let picture: RenderedCard
test.beforeAll(async ({ site }) => {
  rows = await readSampleLines(site)
  // The last one has a misprint in its name.
  picture = await renderPicture(
    rows.map((line, at) => (at === ROWS - 1 ? { ...line, name: misprint(line.name) } : line)),
  )
})

// Two appearances that differ in width and theme.
for (const each of APPEARANCES.filter(({ tag }) => tag.length === 0)) {
  test(`N5: a picture is read, corrected, confirmed and ranked for one credit, ${each.name}`, {
    tag: tagAt('desktop', each),
  }, async ({ page, site }) => {
    const user = await site.newUser()
    await look(page, each)
    await openWithSession(page, site.url, user)
    await changeSettings(page, { Mode: 'Image' })
    await expect(page.getByRole('heading', { level: 1, name: 'Lines from a picture' })).toBeVisible()
    await choosePicture(page, 'card.png', 'image/png', picture.file)
    await read(page).click()
    await expect(page.getByRole('heading', { name: `${ROWS} rows read` })).toBeVisible({ timeout: 60_000 })
    const list = page.getByRole('region', { name: 'Rows read' }).locator('ol > li')
    await expect(list).toHaveCount(ROWS)
    for (const [at, line] of rows.entries()) {
      await expect(list.nth(at)).toContainText(line.name)
      await expect(list.nth(at)).toContainText(`${line.line} More ${line.statType}`)
    }
    await expectFramesAroundLetters(page)
    await expectAccessibleLayout(page)
    // The credit is charged with the rows. Their analysis is free.
    expect(await creditsOf(user)).toBe(19)
    expect((await user.client.from('runs').select('state')).data).toEqual([{ state: 'captured' }])

    const first = list.first()
    if ((await first.getByLabel('Line').count()) === 0) await first.getByRole('button').first().click()
    await first.getByLabel('Line', { exact: true }).fill('')
    // An incomplete row is left out and counted.
    await expect(page.getByRole('button', { name: `analyze ${ROWS - 1} rows` })).toBeEnabled()
    await expect(page.getByText('1 row lacks a name, a stat or a line and is left out.')).toBeVisible()
    await first.getByLabel('Line', { exact: true }).fill('1.5')
    await first
      .getByRole('radiogroup', { name: 'More or Less' })
      .getByRole('radio', { name: 'Less' })
      .check({ force: true })
    await expect(first).toContainText('1.5 Less Hits')
    // The misprinted name is of one player only. The user can choose the name as read instead.
    const last = list.last()
    const name = rows.at(-1)?.name ?? ''
    await expect(last).toContainText(`Read as ${misprint(name)}`)
    await expect(last).toContainText('Matched')
    await last.getByRole('button').first().click()
    await last.getByRole('button', { name: `Use ${misprint(name)}` }).click()
    await expect(last.getByLabel('Player')).toHaveValue(misprint(name))
    await last.getByRole('button', { name: `Use ${name}` }).click()
    await expect(last).toContainText('Matched')
    await last.getByRole('button', { name: 'Remove' }).click()
    // One press confirms all rows, also uncertain ones.
    await page.getByRole('button', { name: `Confirm and analyze ${ROWS - 1} rows` }).click()
    await expectProgressLabel(page, 'Complete!')
    expect((await readLineCounts(page)).total).toBe(ROWS - 1)
    const card = page.locator('[data-card]').filter({ hasText: rows[0]?.name ?? '' })
    await expect(card).toContainText('1.5')
    await expect(card).toContainText('Slip: Less · Ours: ')
    await expectAccessibleLayout(page)
    expect(await creditsOf(user)).toBe(19)
    expect((await user.client.from('runs').select('state')).data).toEqual([{ state: 'captured' }])

    await page.reload()
    await expectProgressLabel(page, 'Complete!')
    expect((await readLineCounts(page)).total).toBe(ROWS - 1)
    expect(await creditsOf(user)).toBe(19)
  })
}
