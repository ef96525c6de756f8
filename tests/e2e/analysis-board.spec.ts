import { openWithSession } from '../support/accounts/session.ts'
import {
  APPEARANCES,
  expectAccessibleLayout,
  expectNoHorizontalScroll,
  look,
  measureDensity,
  tagAt,
} from '../support/appearances.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  analyze,
  changeSettings,
  choose,
  chosenOf,
  expectProgressLabel,
  lines,
  readLineCounts,
  readProgressLabels,
  settings,
  waitForAllLines,
  watchProgress,
} from '../support/pages/board-page.ts'
import { creditsOf } from '../support/product/test-site.ts'

for (const each of APPEARANCES) {
  test(`N1 N2 N3 N6 N11: menu, settings, board, filters and comparison are usable and accessible, ${each.name}`, {
    tag: tagAt('desktop', each),
  }, async ({ page, site }) => {
    const user = await site.newUser()
    await look(page, each)
    await openWithSession(page, site.url, user)
    await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
    await expect(lines(page).locator('ol > li')).toHaveCount(3)
    await expectNoHorizontalScroll(page)

    const sheet = await settings(page)
    const sports = page
      .getByRole('radiogroup', { name: 'Sport' })
      .filter({ visible: true })
      .getByRole('radio')
    await expect(sports.nth(0)).toBeChecked()
    for (const closed of [1, 2]) await expect(sports.nth(closed)).toBeDisabled()
    await choose(sheet, 'Top picks', '3')
    await expectAccessibleLayout(page)
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: 'Settings: Quick · last 10 · top 3' })).toBeFocused()
    await expect(
      page.getByRole('radiogroup', { name: 'MLB stat lines' }).getByRole('radio', { checked: true }),
    ).toBeInViewport()
    await watchProgress(page)
    await analyze(page, 'Total Bases')
    await expect(page.locator('ol h3')).toHaveCount(3)
    expect(await creditsOf(user)).toBe(19)
    const seen = await readProgressLabels(page)
    const percents = seen.map((step) => Number.parseInt(step, 10))
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBe('100 Complete!')
    for (const step of seen) {
      expect([0, 25, 40, 60, 80, 90, 100], step).toContain(Number.parseInt(step, 10))
    }
    const isPhone = each.viewport.width < 600
    const { rows, controlRows } = await measureDensity(page)
    expect(rows).toBeGreaterThanOrEqual(isPhone ? 4 : 8)
    expect(controlRows).toBeLessThanOrEqual(3)
    const top = page.locator('ol [data-card]').first()
    const save = top.getByRole('button', { name: /^Save / })
    if (!isPhone) {
      await expect(save.getByText('Save')).toBeHidden()
      await save.hover()
      await expect(save.getByText('Save')).toBeVisible()
    }
    await top.getByRole('button', { name: /: hit rates$/ }).click()
    await expect(top.getByText(/likely.*; (over|under) in \d+ of the last \d+/)).toBeVisible()
    await top.getByRole('button', { name: /: hit rates$/ }).click()
    await expectNoHorizontalScroll(page)

    const load = lines(page).getByRole('button', { name: /^Load all/ })
    if (await load.isVisible()) await load.click()
    await waitForAllLines(page)
    const { total } = await readLineCounts(page)
    if (isPhone) await page.getByRole('button', { name: /^Filters/ }).click()
    const filters = isPhone ? page.getByRole('dialog', { name: 'Filters and order' }) : lines(page)
    await choose(filters, 'Side', 'Over')
    await filters.getByLabel('Probability').filter({ visible: true }).selectOption('55%+')
    if (isPhone) {
      await expectAccessibleLayout(page)
      await filters.getByRole('button', { name: /^Show \d+ of \d+ lines?$/ }).click()
    }
    await expect(page.getByRole('button', { name: 'Remove filter Over only' })).toBeVisible()
    // The rows and their number follow the filters in a later frame.
    await expect.poll(async () => (await readLineCounts(page)).shown).toBeLessThan(total)
    expect((await readLineCounts(page)).total).toBe(total)
    await expect(page).toHaveURL(/side=OVER&min=55/)
    await expectAccessibleLayout(page)

    for (const rank of [0, 1]) {
      await page
        .locator('ol > li[data-card]')
        .nth(rank)
        .getByRole('button', { name: /: hit rates$/ })
        .click()
      await page
        .locator('ol > li[data-card]')
        .nth(rank)
        .getByRole('button', { name: /^Compare / })
        .filter({ visible: true })
        .click()
    }
    await expect(page.getByRole('table', { name: /how often over/ }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Compare 2' }).click()
    const comparison = page.getByRole('dialog', { name: 'Compare 2 lines' })
    await expect(comparison.getByRole('rowheader', { name: 'Probability' })).toBeVisible()
    await expectAccessibleLayout(page)
    await page.keyboard.press('Escape')
    await expect(comparison).toHaveCount(0)
    expect(await creditsOf(user)).toBe(19)
  })
}

test.describe('board on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('N2 N8: changing settings and loading all lines cost no credit, and settings survive a reload', async ({
    page,
    site,
  }) => {
    const user = await site.newUser()
    await openWithSession(page, site.url, user)
    const panel = await settings(page)
    for (const [group, value] of [
      ['Mode', 'Quick'],
      ['Game window', '10'],
      ['Top picks', '2'],
      ['Odds type', 'All'],
    ] as const) {
      await expect(chosenOf(panel, group)).toHaveAccessibleName(value)
    }
    await page.keyboard.press('Escape')
    await analyze(page, 'Hits')
    const few = await readLineCounts(page)
    await expect(page.getByText(/^300 of \d+ lines loaded$/)).toBeVisible()
    await lines(page)
      .getByRole('button', { name: /^Load all \d+$/ })
      .click()
    await expect(page.getByText(/^All \d+ lines loaded$/)).toBeVisible({ timeout: 60_000 })
    const all = await readLineCounts(page)
    expect(all.total).toBeGreaterThan(few.total)
    await changeSettings(page, { 'Game window': '5', 'Top picks': '5' })
    await expect(page.locator('ol h3')).toHaveCount(5)
    await expect(page.locator('ol [data-card]').first()).toContainText(/\d+ of [1-5] (over|under)/)
    const kinds: number[] = []
    for (const odds of ['Goblin', 'Standard', 'Demon']) {
      await changeSettings(page, { 'Odds type': odds })
      kinds.push((await readLineCounts(page)).total)
      const marked = await page
        .locator('[data-card]')
        .getByText(/^(Goblin|Demon)$/)
        .allTextContents()
      expect(marked.every((mark) => mark === odds)).toBe(true)
      if (odds !== 'Standard') expect(marked.length).toBeGreaterThan(0)
    }
    expect(kinds.reduce((sum, kind) => sum + kind, 0)).toBe(all.total)

    // The address is updated shortly after the screen.
    await expect(page).toHaveURL(/[?&]odds=demon/i)
    await page.reload()
    await expectProgressLabel(page, 'Complete!')
    const again = await settings(page)
    await expect(chosenOf(again, 'Odds type')).toHaveAccessibleName('Demon')
    await expect(chosenOf(again, 'Game window')).toHaveAccessibleName('5')
    await expect(chosenOf(again, 'Top picks')).toHaveAccessibleName('5')
    await again.getByRole('button', { name: 'Clear All Settings' }).click()
    await expect(chosenOf(again, 'Odds type')).toHaveAccessibleName('All')
    await expect(chosenOf(again, 'Game window')).toHaveAccessibleName('10')
    await expect(chosenOf(again, 'Top picks')).toHaveAccessibleName('2')
    await again.getByRole('button', { name: 'Done' }).click()
    await waitForAllLines(page)
    expect((await readLineCounts(page)).total).toBe(all.total)
    expect(await creditsOf(user)).toBe(19)
    await page.getByRole('button', { name: 'Weather', exact: true }).click()
    await expect(page.getByRole('dialog', { name: /Weather/ })).toBeVisible()
  })
})
