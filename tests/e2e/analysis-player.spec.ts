import type { Locator } from '@playwright/test'
import { openWithSession } from '../support/accounts/session.ts'
import { APPEARANCES, expectAccessibleLayout, look, tagAt } from '../support/appearances.ts'
import { expect, test } from '../support/fixtures.ts'
import { analyze, choose, names } from '../support/pages/board-page.ts'
import { creditsOf } from '../support/product/test-site.ts'

const TABS = ['HITS', 'TOTAL BASES', 'HOME RUNS', 'RBIs', 'HITS + RUNS + RBIs', 'WALKS']
const WINDOW = 10

/** Parses percentage points as shown, such as '+9.1', '−1.1' or '52.3%'. @returns tenths of a point */
const tenthsOf = (text: string): number => Math.round(10 * Number.parseFloat(text.replace('−', '-')))

for (const each of APPEARANCES) {
  test(`N12: player detail and the track record of the engine are accessible, ${each.name}`, {
    tag: tagAt('desktop', each),
  }, async ({ page, site }) => {
    const user = await site.newUser()
    await look(page, each)
    await openWithSession(page, site.url, user)
    await analyze(page, 'Total Bases')
    const [player = ''] = await names(page)
    await page.getByRole('link', { name: player, exact: true }).first().click()
    const heading = page.getByRole('heading', { level: 1, name: player })
    await expect(heading).toBeFocused()
    await expect(page.getByRole('img', { name: /^Rank \d+$/ })).toHaveText(/^\d+$/)
    await expect(page.getByRole('heading', { name: 'Hitting averages' })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'vs LHP' })).toBeVisible()
    await expect(page.getByRole('table', { name: /factor by factor$/ })).toBeVisible()
    await expectAccessibleLayout(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: player, exact: true }).first()).toBeFocused()

    await page.getByRole('link', { name: 'How good are these numbers?' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'How good are these numbers?' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Where it misses' })).toBeVisible()
    await expect(page.getByText(/Forecasts come true about as often as they say\./)).toBeVisible()
    await expectAccessibleLayout(page)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Total Bases' })).toBeVisible()
    expect(await creditsOf(user)).toBe(19)
  })
}

test.describe('player detail on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 1100 } })

  const rateOf = async (summary: Locator) => {
    const [, hits, of, side] = /(\d+) of (\d+) (over|under)/.exec((await summary.textContent()) ?? '') ?? []
    return { hits: Number(hits), of: Number(of), side }
  }

  test('N12: a what-if changes every number until Reset, and Save keeps the unchanged forecast', async ({
    page,
    site,
  }) => {
    const user = await site.newUser()
    await openWithSession(page, site.url, user)
    await analyze(page, 'Hits')
    await page.locator('ol [data-card] [data-open]').first().click()
    const verdict = page.locator('section', {
      has: page.getByRole('heading', { name: 'Line and confidence' }),
    })
    const chance = verdict.getByRole('img', { name: /percent likely/ })
    const before = (await chance.getAttribute('aria-label')) ?? ''
    await page.getByRole('button', { name: 'Change the what-if settings' }).click()
    const order = page.getByLabel('Place in the order')
    await expect(order).toBeVisible()
    await expect(page.getByLabel('Opposing starter').locator('option')).not.toHaveCount(1)
    await expect(chance).toHaveAccessibleName(before)
    await order.selectOption('9')
    await expect(page.getByText(/Save keeps the unchanged forecast/)).toBeVisible()
    await expect(chance).not.toHaveAccessibleName(before)
    await expect(verdict.getByText('Your settings')).toBeVisible()
    await expectAccessibleLayout(page)
    await page.getByRole('button', { name: /^Save / }).click()
    await page.getByRole('button', { name: 'Reset settings' }).first().click()
    await expect(chance).toHaveAccessibleName(before)
    await page.getByRole('link', { name: /^My Picks/ }).click()
    await expect(page.getByRole('img', { name: before })).toBeVisible()
    expect(await creditsOf(user)).toBe(19)
  })

  test('N12: moving the line by pointer or keys updates every number', async ({ page, site }) => {
    const user = await site.newUser()
    await openWithSession(page, site.url, user)
    await analyze(page, 'Total Bases')
    await page.locator('ol [data-card] [data-open]').first().click()
    const tabs = page.getByRole('tablist', { name: 'Stat' }).getByRole('tab')
    await expect(tabs).toHaveText(TABS)
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')

    const grip = page.getByRole('slider', { name: 'Line' })
    const stepper = page.getByRole('spinbutton', { name: 'Line' })
    const book = Number(await grip.getAttribute('aria-valuenow'))
    const why = page.getByRole('table', { name: /factor by factor$/ })
    await expect(why).toBeVisible()
    const hitRate = page.getByRole('definition').first()
    const atBook = await rateOf(hitRate)

    await grip.focus()
    await page.keyboard.press('Home')
    await expect(stepper).toHaveAttribute('aria-valuenow', '0.5')
    await page.keyboard.press('PageUp')
    await expect(grip).toHaveAttribute('aria-valuenow', '2.5')
    await page.keyboard.press('ArrowDown')
    await expect(grip).toHaveAttribute('aria-valuenow', '2')

    await page.keyboard.press('Home')
    const box = await grip.boundingBox()
    if (!box) throw new Error('the grip has no box')
    const x = box.x + box.width / 2
    const y = box.y + box.height / 2
    const pixels = (await page.getByRole('img', { name: /against a line of/ }).boundingBox())?.height ?? 0
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - pixels / 3, { steps: 12 })
    await page.mouse.up()
    const dragged = Number(await grip.getAttribute('aria-valuenow'))
    expect(dragged).toBeGreaterThan(0.5)
    expect(dragged * 2).toBe(Math.round(dragged * 2))
    await expect(stepper).toHaveAttribute('aria-valuenow', String(dragged))
    const values = await readValues()
    const decided = values.filter((value) => value !== dragged)
    const shown = await rateOf(hitRate)
    const hits = values.filter((value) => (shown.side === 'under' ? value < dragged : value > dragged)).length
    expect(shown).toMatchObject({ hits, of: decided.length })
    await expect(why).toHaveAccessibleName(new RegExp(`of (over|under) ${dragged}, factor by factor$`))

    const points = await why.locator('tbody tr td:last-child').allTextContents()
    const total = (await why.locator('tfoot td:last-child').textContent()) ?? ''
    expect(points.length).toBeGreaterThan(3)
    expect(points.map(tenthsOf).reduce((sum, each) => sum + each, 0)).toBe(tenthsOf(total))

    const reset = page.getByRole('button', { name: 'Reset', exact: true })
    if (dragged === book) await expect(reset).toHaveCount(0)
    else await reset.click()
    await expect(grip).toHaveAttribute('aria-valuenow', String(book))
    expect(await rateOf(hitRate)).toEqual(atBook)

    async function readValues(): Promise<number[]> {
      await choose(page, 'View', 'Table')
      const cells = page
        .getByRole('table', { name: /by game, newest first/ })
        .locator('tbody td:nth-child(4)')
      const found = (await cells.allTextContents()).map(Number)
      await choose(page, 'View', 'Chart')
      expect(found).toHaveLength(WINDOW)
      return found
    }
  })
})
