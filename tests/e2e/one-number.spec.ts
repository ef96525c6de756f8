import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readBookPrices } from '@propsight/api/testing'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { analyze, analyzeButton, lines, waitForAllLines } from '../support/pages/board-page.ts'
import { cardOf } from '../support/pages/picks-page.ts'
import { startTestSite, type TestSite } from '../support/product/test-site.ts'

/** The fields of a line of CSV; quoted fields may contain commas and doubled quotes. */
const fieldsOf = (line: string): string[] =>
  Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

/** Presses a download button and reads the CSV file as rows by column label. */
async function downloadRows(page: Page, name: string | RegExp): Promise<Record<string, string>[]> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const [head = '', ...lines] = file
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const labels = fieldsOf(head)
  return lines.map((line) => {
    const fields = fieldsOf(line)
    return Object.fromEntries(labels.map((label, at) => [label, fields[at] ?? '']))
  })
}

/** Fewest props that the board and the scanner must have in common. */
const LEAST_COMMON = 60
const PERCENT = 100

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ jobs: false })
  const { instances } = await site.instance({})
  const [instance] = instances
  if (!instance) throw new Error('no instance')
  await readBookPrices.run(instance.deps)
})
test.afterAll(() => site?.close())

interface Shown {
  player: string
  line: number
  /** Start of the game in milliseconds: a player may have two on a day. */
  starts: number
  side: string
  /** Percent, as the screen or the file says it. */
  chance: number
}

const keyOf = ({ player, line, starts }: Pick<Shown, 'player' | 'line' | 'starts'>) =>
  `${player} ${line} ${starts}`

/** Every prop of the board, from its export. */
async function readBoard(page: Page): Promise<(Shown & { push: number; basis: string })[]> {
  const rows = await downloadRows(page, 'Download CSV')
  return rows.flatMap((row) =>
    row['Probability %']
      ? [
          {
            player: row.Player ?? '',
            line: Number(row.Line),
            starts: Date.parse(row['Game time (UTC)'] ?? ''),
            side: row.Call === 'UNDER' ? 'under' : 'over',
            chance: Number(row['Probability %']),
            push: Number(row['Push %']),
            basis: row['Rests on'] ?? '',
          },
        ]
      : [],
  )
}

/** The labels of the probabilities that the page renders, each with its text around it. */
const readLabels = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((cards) =>
    cards.flatMap((card) => {
      const label = card
        .querySelector('[role=img][aria-label*=" percent likely "]')
        ?.getAttribute('aria-label')
      return label ? [{ label, text: card.textContent ?? '' }] : []
    }),
  )

test('N3 S11 P5: A prop has the same probability on board, export, scanner, detail and saved pick', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 1440, height: 1400 })
  await openWithSession(page, site.url, await site.newUser())
  const board = await test.step('the board, its cards and its export', async () => {
    await analyze(page, 'Total Bases')
    await page.getByLabel('Search players').fill('a')
    await waitForAllLines(page)
    await page.getByLabel('Search players').fill('')
    const all = await readBoard(page)
    expect(all.filter(({ basis }) => /^\d+ books?/.test(basis)).length).toBeGreaterThan(LEAST_COMMON)
    const shown = new Set(all.map(({ chance, side }) => `${Math.round(chance)} ${side}`))
    for (const { label, text } of await readLabels(page, '[data-card]')) {
      const [, percent, side] = /^(\d+) percent likely (over|under)/.exec(label) ?? []
      expect(shown, text).toContain(`${percent} ${side}`)
    }
    return all
  })
  const byProp = new Map(board.map((each) => [keyOf(each), each]))

  await test.step('the scanner', async () => {
    await page.goto(`${site.url}/scanner?stat=Total+Bases`)
    // The paid board of the Dashboard covers the market.
    await expect(page.getByText(/^Probabilities until /)).toBeVisible({ timeout: 30_000 })
    await expect(page.locator('[data-card] [role=img][aria-label*=" percent likely "]').first()).toBeVisible({
      timeout: 30_000,
    })
    const props = (await downloadRows(page, /CSV/)).filter((row) => row['Probability over %'])
    const compared = props.flatMap((row) => {
      const prop = {
        player: row.Player ?? '',
        line: Number(row['Consensus line']),
        starts: Date.parse(row.Starts ?? ''),
      }
      const own = byProp.get(keyOf(prop))
      if (!own) return []
      const chance = Number(row[own.side === 'under' ? 'Probability under %' : 'Probability over %'])
      return [{ prop: keyOf(prop), board: own.chance, scanner: chance }]
    })
    expect(compared.length).toBeGreaterThan(LEAST_COMMON)
    // The board's export has one decimal.
    expect(compared.filter((each) => Math.abs(each.board - each.scanner) > 0.051)).toEqual([])
  })

  await test.step('the detail view and the saved pick', async () => {
    await page.goto(site.url)
    await expect(analyzeButton(page)).toContainText('free')
    await analyze(page, 'Total Bases')
    const save = lines(page)
      .getByRole('button', { name: /^Save .+, (over|under) [\d.]+ Total Bases$/ })
      .first()
    const label = (await save.getAttribute('aria-label')) ?? ''
    const [, player = '', side = '', line = ''] = /^Save (.+), (over|under) ([\d.]+) /.exec(label) ?? []
    const own = board.find((each) => each.player === player && each.line === Number(line))
    const chance = own?.side === side ? own.chance : PERCENT - (own?.chance ?? 0) - (own?.push ?? 0)
    const likely = new RegExp(`^${Math.round(chance)} percent likely ${side}`)
    await save.click()
    await lines(page).getByRole('link', { name: player, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: player })).toBeVisible()
    await expect(page.getByRole('img', { name: likely }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: `Why ${Math.round(chance)}%` })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'My Picks' }).click()
    await expect(cardOf(page, player).getByRole('img', { name: likely })).toBeVisible()
  })
})
