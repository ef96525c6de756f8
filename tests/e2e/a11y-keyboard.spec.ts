import {
  activate,
  arrowTo,
  escapeTo,
  expectNoTrap,
  expectTrapped,
  press,
  tabTo,
} from '../support/a11y/keyboard.ts'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import {
  analyzeButton,
  expectProgressLabel,
  names,
  readLineCounts,
  waitForAllLines,
} from '../support/pages/board-page.ts'
import { parlayButton, recommendations } from '../support/pages/picks-page.ts'
import { PARLAY_ANSWER, stubPickHistory } from '../support/stubs/parlays.ts'
import { stubPicks } from '../support/stubs/picks.ts'
import { stubWeather } from '../support/stubs/weather.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('N1 N3 N8 N12: the keyboard alone analyzes, filters, opens a player, moves the line and saves', async ({
  page,
  site,
}) => {
  await openWithSession(page, site.url, await site.newUser())
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  const menu = page.getByRole('radiogroup', { name: 'MLB stat lines' })
  await tabTo(page, menu.getByRole('radio', { checked: true }))
  await arrowTo(page, menu.getByRole('radio', { name: 'Total Bases' }))
  await activate(page, analyzeButton(page))
  await expectProgressLabel(page, 'Complete!')
  await expect(page.locator('ol h3').first()).toBeVisible()
  const [player = ''] = await names(page)

  const probability = page.getByLabel('Probability').filter({ visible: true })
  await tabTo(page, probability)
  await press(page, 'ArrowDown')
  await expect(probability).not.toHaveValue('')
  // Setting a filter loads the lines that the board left out.
  await waitForAllLines(page)
  const { shown, total } = await readLineCounts(page)
  expect(shown).toBeLessThan(total)
  await tabTo(page, page.getByRole('button', { name: 'Download CSV' }))
  await press(page, 'j')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: /keys/i })
  await expect(keys.getByText('Search players')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search players' })).toBeFocused()
  await page.keyboard.type(player)
  await expect.poll(async () => (await names(page)).every((name) => name === player)).toBe(true)

  const opener = page.getByRole('link', { name: player, exact: true }).first()
  await activate(page, opener)
  await expect(page.getByRole('heading', { level: 1, name: player })).toBeFocused()
  const grip = page.getByRole('slider', { name: 'Line' })
  await tabTo(page, grip)
  const before = Number(await grip.getAttribute('aria-valuenow'))
  await press(page, 'ArrowUp')
  await expect(grip).toHaveAttribute('aria-valuenow', String(before + 0.5))
  await expect(grip).toHaveAttribute('aria-valuetext', /\d+ of \d+ (over|under)/)
  await press(page, 'ArrowDown')
  const tabs = page.getByRole('tablist', { name: 'Stat' })
  await tabTo(page, tabs.getByRole('tab', { selected: true }), 'Shift+Tab')
  const save = page
    .getByRole('button', { name: /^Save / })
    .filter({ visible: true })
    .first()
  await tabTo(page, save, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('button', { name: /: saved$/ })
      .filter({ visible: true })
      .first(),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('P5 P8 P10: the keyboard alone opens a pick, generates parlays and opens past parlays', async ({
  page,
  site,
}) => {
  await stubPicks(page, 4)
  await stubPickHistory(page)
  await page.route('**/api/parlay/generate-parlay', (route) => route.fulfill({ json: PARLAY_ANSWER }))
  await openWithSession(page, `${site.url}/picks`, await site.newUser())
  await expect(page.getByText('4 picks · each is kept 20 hours')).toBeVisible()
  await expectNoTrap(page)

  const player = page.getByRole('button', { name: 'Player 001', exact: true })
  await activate(page, player)
  const detail = page.getByRole('dialog', { name: 'Player 001' })
  await expect(detail).toBeVisible()
  await expectTrapped(page, detail)
  await escapeTo(page, detail, player)

  await activate(page, parlayButton(page))
  const tabs = recommendations(page).getByRole('tab')
  await expect(tabs).toHaveCount(3)
  await tabTo(page, tabs.first())
  await press(page, 'ArrowRight')
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expectTrapped(page, recommendations(page))
  await escapeTo(page, recommendations(page), parlayButton(page))

  const past = page.getByRole('button', { name: 'Past Parlays' })
  await activate(page, past)
  const stack = page.getByRole('button', { name: /July 18, 2026/ })
  await activate(page, stack)
  const group = page.getByText('3 parlay(s) generated on July 18, 2026')
  await expect(group).toBeVisible()
  await escapeTo(page, group, stack)
  await page.keyboard.press('Escape')
  await expect(past).toBeFocused()
})

test('H2 W1: the keyboard alone sorts the pitchers and opens the weather table', { tag: NIGHTLY }, async ({
  page,
  site,
}) => {
  await stubWeather(page)
  await openWithSession(page, `${site.url}/pitchers`, await site.newUser())
  await expect(page.getByText(/^Numbers read/)).toBeVisible({ timeout: 30_000 })
  const heading = page
    .getByRole('table', { name: 'Strongest to Weakest: Strikeouts' })
    .getByRole('columnheader', { name: /^WHIP/ })
  await activate(page, heading.getByRole('button'), 'Space')
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect(heading.getByRole('button')).toBeFocused()

  const nav = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  await tabTo(page, nav.getByRole('link').first(), 'Shift+Tab')
  await press(page, 'End')
  await expect(nav.getByRole('link').last()).toBeFocused()
  await press(page, 'Home')
  await page.keyboard.press('Enter')
  const opener = page.getByRole('button', { name: 'Weather' })
  await activate(page, opener)
  const dialog = page.getByRole('dialog', { name: 'Game Time Weather' })
  await expect(dialog.getByRole('heading', { level: 4 })).toHaveCount(10)
  await expectTrapped(page, dialog)
  await tabTo(page, dialog.getByRole('radio', { checked: true }).first())
  await press(page, 'ArrowRight')
  await expect(dialog.getByRole('table').first()).toBeVisible()
  await escapeTo(page, dialog, opener)
})
