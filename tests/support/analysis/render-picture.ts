import { expect, type Page } from '@playwright/test'
import type { Line } from '@propsight/shared/contracts'
import { createRandom } from '../../nightly/bench/image/card-rows.ts'
import { type RenderedCard, renderCards } from '../../nightly/bench/image/render.ts'
import { TUNING_STYLES } from '../../nightly/bench/image/styles/tuning.ts'
import { changeSettings, expectProgressLabel } from '../pages/board-page.ts'
import { downloadRows } from '../pages/download-rows.ts'

/** The name of a player with a wrong letter. */
export const misprint = (name: string): string => `${name.slice(0, -2)}x${name.slice(-1)}`

/** Renders prop cards like the screenshot of a phone, with the names as given. */
export async function renderPicture(rows: readonly Line[]): Promise<RenderedCard> {
  const [style] = TUNING_STYLES
  if (!style) throw new Error('there is no style')
  const random = createRandom(7)
  const cards = rows.map((line) => ({
    name: line.name,
    team: line.team,
    position: line.position,
    opponent: line.opponent ?? 'NYY',
    home: line.homeAway !== 'AWAY',
    day: 'Sat',
    hour: '7:10',
    line: line.line,
    side: 'More' as const,
    stat: line.statType,
    oddsType: 'standard' as const,
  }))
  const encoding = { format: 'png', quality: 90, crop: { top: 0, right: 0, bottom: 0, left: 0 } } as const
  const picture = {
    id: 'e2e',
    style,
    rows: cards,
    css: style.css(random),
    markup: style.html(cards, random),
    width: 390,
    scale: 2,
    encoding,
  }
  for await (const card of renderCards([picture])) return card
  throw new Error('no picture was rendered')
}

const PICTURE_ROWS = 3
const PERCENT = 100
/** The export has one decimal, so that two roundings may be apart. */
const TOLERANCE = 0.051

/** The over's probability of a row of a board's export, in percent. */
const overOf = (row: Record<string, string>): number => {
  const chance = Number(row['Probability %'])
  return row.Call === 'UNDER' ? PERCENT - chance - Number(row['Push %']) : chance
}

/**
 * Reads a picture of lines of a board's export in image mode, with a misprinted name and a wrong line. The name is matched
 * and the line corrected; the confirmed rows must have the probabilities of the board.
 */
export async function expectPictureOfBoard(
  page: Page,
  board: readonly Record<string, string>[],
): Promise<void> {
  const rows = board
    .filter((row) => /^[A-Z][a-z]{3,6} [A-Z][a-z]{4,8}$/.test(row.Player ?? '') && row['Probability %'])
    .filter((row) => row['Odds type'] === 'standard')
    .slice(0, PICTURE_ROWS)
  const lines = rows.map(
    (row, at): Line => ({
      id: row.Player ?? '',
      name: at === 1 ? misprint(row.Player ?? '') : (row.Player ?? ''),
      team: row.Team ?? '',
      position: row.Position ?? '',
      stats: '',
      statType: row.Stat ?? '',
      line: Number(row.Line) + (at === 0 ? 1 : 0),
      oddsType: 'standard',
      opponent: row.Opponent ?? null,
      homeAway: row['Home or away'] === 'AWAY' ? 'AWAY' : 'HOME',
      gameTime: null,
      gameId: null,
      combo: false,
      promo: false,
      regularLine: null,
    }),
  )
  const { file } = await renderPicture(lines)
  await changeSettings(page, { Mode: 'Image' })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: file })
  await page.getByRole('button', { name: 'Read picture' }).click()
  const read = page.getByRole('region', { name: 'Rows read' }).locator('ol > li')
  await expect(read).toHaveCount(PICTURE_ROWS, { timeout: 60_000 })
  for (const [at, { line, statType }] of lines.entries())
    await expect(read.nth(at)).toContainText(`${line} More ${statType}`)
  await expect(read.nth(1)).toContainText(`Read as ${lines[1]?.name}`)
  const first = read.first()
  if ((await first.getByLabel('Line').count()) === 0) await first.getByRole('button').first().click()
  await first.getByLabel('Line', { exact: true }).fill(rows[0]?.Line ?? '')
  await page.getByRole('button', { name: `Confirm and analyze ${PICTURE_ROWS} rows` }).click()
  await expectProgressLabel(page, 'Complete!')
  const ranked = await downloadRows(page, 'Download CSV')
  expect(ranked.map((row) => row.Player).toSorted()).toEqual(rows.map((row) => row.Player).toSorted())
  for (const row of rows) {
    const own = ranked.find(({ Player, Line }) => Player === row.Player && Number(Line) === Number(row.Line))
    expect(Math.abs(overOf(own ?? {}) - overOf(row)), row.Player).toBeLessThan(TOLERANCE)
  }
  await changeSettings(page, { Mode: 'Quick' })
}
