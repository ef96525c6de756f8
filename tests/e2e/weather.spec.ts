import type { Page } from '@playwright/test'
import { expect, test } from '../support/accounts/signed-in.ts'
import { APPEARANCES, expectAccessibleLayout, look, tagAt } from '../support/appearances.ts'
import { NIGHTLY, productUrl } from '../support/fixtures.ts'
import { stubWeather } from '../support/stubs/weather.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Game Time Weather' })
const sectionOf = (page: Page, league: string) =>
  dialogOf(page).getByRole('region', { name: league, exact: true })
const homesOf = async (page: Page, league: string) =>
  (await sectionOf(page, league).getByRole('heading', { level: 4 }).allTextContents()).map((title) =>
    title.replace(/^.* @ /, ''),
  )

async function openWeather(page: Page): Promise<void> {
  await page.goto(productUrl())
  await page.getByRole('button', { name: 'Weather' }).click()
  await expect(dialogOf(page)).toBeVisible()
}

/** Home clubs in each order. Clubs without the value are last; clubs with equal values keep their order. */
const ORDERS = {
  Default: ['COL BOS SF CHC KC TB', 'CHI DEN MIA DET'],
  'Best overall': ['COL KC TB BOS SF CHC', 'DET MIA DEN CHI'],
  'Worst overall': ['CHC SF BOS TB KC COL', 'CHI DEN MIA DET'],
  'Best home runs': ['COL KC TB BOS SF CHC', null],
  'Best pitching': ['CHC SF BOS TB KC COL', null],
  'Best hitting': ['COL KC TB BOS SF CHC', null],
  'Best passing': [null, 'DET MIA CHI DEN'],
  'Best rushing': [null, 'DEN MIA CHI DET'],
  'Best kicking': [null, 'DET MIA CHI DEN'],
  'Highest temperature': ['KC COL BOS SF CHC TB', 'MIA CHI DEN DET'],
  'Lowest temperature': ['CHC SF BOS COL KC TB', 'DEN CHI MIA DET'],
  'Highest wind': ['CHC COL SF BOS KC TB', 'DEN CHI MIA DET'],
  'Lowest wind': ['KC BOS SF COL CHC TB', 'MIA CHI DEN DET'],
} as const

for (const each of APPEARANCES)
  test(`W1 W3 The weather dialog shows cards, help and table (${each.name})`, {
    tag: tagAt('desktop', each),
  }, async ({ page }) => {
    await look(page, each)
    const { requests } = await stubWeather(page)
    await openWeather(page)
    const denver = sectionOf(page, 'MLB').getByRole('listitem').filter({ hasText: 'NYM @ COL' })
    await expect(denver).toContainText('Denver, Coors Field · 7:10 PM (6:10 PM park time)')
    await expect(denver).toContainText('out to center')
    await expect(denver.getByText('Hot', { exact: true })).toBeVisible()
    await expect(
      denver.getByRole('img', { name: /^Park drawn north up, wind from SSW at 17 miles/ }),
    ).toBeVisible()
    await expect(dialogOf(page)).toContainText("Today's games · Saturday, July 18 · read just now")
    await expect(sectionOf(page, 'MLB')).toContainText('6 games')
    await expect(sectionOf(page, 'NFL')).toContainText('4 games')
    expect(requests[0]).toBe('/api/games/today')
    expect(requests).toContain('/api/weather/COL?sport=baseball')
    await expectAccessibleLayout(page)

    await dialogOf(page).getByRole('button', { name: 'Target ratings' }).click()
    await expect(dialogOf(page).getByRole('region', { name: 'Target ratings' })).toContainText(
      '50 is an ordinary night',
    )
    await expectAccessibleLayout(page)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page).getByRole('region', { name: 'Target ratings' })).toBeHidden()
    await expect(dialogOf(page).getByRole('button', { name: 'Target ratings' })).toBeFocused()

    await dialogOf(page).getByText('Table', { exact: true }).click()
    const table = dialogOf(page).getByRole('region', { name: 'MLB table' })
    await expect(table.getByRole('row')).toHaveCount(7)
    await expectAccessibleLayout(page)
  })

test('W1 The weather dialog sorts each sport in thirteen orders and keeps the choice after a reload', async ({
  page,
}) => {
  await stubWeather(page)
  await openWeather(page)
  await expect(sectionOf(page, 'NFL')).toContainText('slanting across the field')
  for (const [league, index] of [
    ['MLB', 0],
    ['NFL', 1],
  ] as const) {
    const sort = sectionOf(page, league).getByLabel('Sort by')
    await expect(sort.getByRole('option')).toHaveCount(13)
    for (const [label, orders] of Object.entries(ORDERS)) {
      const expected = orders[index]
      if (expected === null) continue
      await sort.selectOption({ label })
      expect(await homesOf(page, league), `${league} by ${label}`).toEqual(expected.split(' '))
    }
    await sort.selectOption({ label: league === 'MLB' ? 'Best pitching' : 'Best rushing' })
  }
  await page.reload()
  await page.getByRole('button', { name: 'Weather' }).click()
  await expect(sectionOf(page, 'MLB').getByLabel('Sort by')).toHaveValue('pitching')
  await expect(sectionOf(page, 'NFL').getByLabel('Sort by')).toHaveValue('rushing')
  await expect.poll(() => homesOf(page, 'MLB')).toEqual('CHC SF BOS TB KC COL'.split(' '))
})

test('W1 The weather dialog opens, works and closes by keyboard, and returns the focus', {
  tag: NIGHTLY,
}, async ({ page }) => {
  await stubWeather(page)
  await page.goto(productUrl())
  const opener = page.getByRole('button', { name: 'Weather' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(sectionOf(page, 'NFL').getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(dialogOf(page).getByRole('region', { name: 'MLB table' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialogOf(page).getByRole('region', { name: 'Target ratings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(opener).toBeFocused()
})

test('W1 The weather dialog shows a notice on a day without games', { tag: NIGHTLY }, async ({ page }) => {
  const stub = await stubWeather(page)
  stub.empty = true
  await openWeather(page)
  await expect(dialogOf(page).getByRole('heading', { name: 'No games today' })).toBeVisible()
  await expectAccessibleLayout(page)
})

test('W1 W2 The weather dialog shows an error when the games or every team fail, and recovers by Retry', async ({
  page,
  watch,
}) => {
  watch.expected.push(/503/)
  const stub = await stubWeather(page)
  stub.gamesFail = true
  await openWeather(page)
  const box = dialogOf(page).getByRole('alert')
  await expect(box).toContainText('Failed to fetch weather data')
  await expect(box).toContainText('No schedule can be read right now.')
  await expectAccessibleLayout(page)
  stub.gamesFail = false
  stub.failing.add('*')
  await box.getByRole('button', { name: 'Retry' }).click()
  await expect(box).toContainText('The forecast service does not answer.')
  stub.failing.clear()
  await box.getByRole('button', { name: 'Retry' }).click()
  await expect(sectionOf(page, 'MLB').getByRole('listitem')).toHaveCount(6)
  await expect(box).toBeHidden()
})

test('W2 The weather dialog leaves out and counts a team that fails, and shows it after Retry', {
  tag: NIGHTLY,
}, async ({ page, watch }) => {
  watch.expected.push(/503/)
  const stub = await stubWeather(page)
  stub.failing.add('SF')
  await openWeather(page)
  await expect(dialogOf(page).getByText('Weather for 1 game could not be loaded: SF.')).toBeVisible()
  expect(await homesOf(page, 'MLB')).toEqual('COL BOS CHC KC TB'.split(' '))
  await expectAccessibleLayout(page)
  stub.failing.clear()
  await dialogOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(sectionOf(page, 'MLB').getByRole('listitem')).toHaveCount(6)
  await expect(dialogOf(page).getByText(/could not be loaded/)).toBeHidden()
})

for (const each of APPEARANCES)
  test(`W1 W2 W3 The weather dialog shows the games of the sample league (${each.name})`, {
    tag: each.name === 'desktop, dark' ? [] : NIGHTLY,
  }, async ({ page }) => {
    await look(page, each)
    const answered = page.waitForResponse((response) => response.url().includes('/api/games/today'))
    await openWeather(page)
    const { games } = await (await answered).json()
    // On days without games the dialog shows a notice.
    if (games.baseball.length + games.football.length === 0) {
      await expect(dialogOf(page).getByRole('heading', { name: 'No games today' })).toBeVisible()
      return
    }
    for (const [league, list] of [
      ['MLB', games.baseball],
      ['NFL', games.football],
    ] as const) {
      await expect(sectionOf(page, league)).toContainText(`${list.length} game`)
      const cards = sectionOf(page, league).getByRole('listitem')
      await expect(cards).toHaveCount(list.length)
      for (const card of await cards.all())
        await expect(card).toContainText(/\d+(Excellent|Good|Fair|Poor|Terrible)|Not played at/)
    }
    await expect(dialogOf(page).getByText(/could not be loaded/)).toBeHidden()
    await expectAccessibleLayout(page)
  })
