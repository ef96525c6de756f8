import type { Locator, Page } from '@playwright/test'
import { freeSamplesResponse } from '@propsight/shared/contracts'
import { confidencePercent } from '@propsight/shared/domain'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { analyze, analyzeButton, expectProgressLabel, lines, pickStat } from '../support/pages/board-page.ts'
import { closeDialog, parlayButton, recommendations } from '../support/pages/picks-page.ts'
import { creditsOf } from '../support/product/test-site.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const games = (page: Page) => part(page, "Today's games")
const lastBoard = (page: Page) => part(page, 'Your last board')
const settled = (page: Page) => part(page, 'Since your last visit')
const savedViews = (page: Page) => part(page, 'Saved views')

/** Waits for a part that has content, and until the others are shown or known to have none. */
const expectParts = async (page: Page, shown: Locator): Promise<void> => {
  await expect(shown).toBeVisible()
  await expect(lines(page).locator('span[aria-hidden]:empty:not(li *)')).toHaveCount(0)
}

test('N11: The first screen shows the games of the day, and reopens the last board without a charge', async ({
  page,
  site,
}) => {
  const user = await site.newUser()
  await openWithSession(page, site.url, user)
  const game = games(page).getByRole('listitem').first()
  await expect(game).toHaveText(/^[A-Z]{2,3} @ [A-Z]{2,3}.+\d+:\d\d [AP]M.+ – .+\d+ lines/)
  await expect(part(page, 'Free today').getByRole('listitem')).toHaveCount(9)
  await expectParts(page, games(page))
  for (const absent of [lastBoard, settled, savedViews]) await expect(absent(page)).toHaveCount(0)

  await analyze(page, 'Hits')
  const credits = await creditsOf(user)
  await page.reload()
  await expectProgressLabel(page, 'Complete!')
  await pickStat(page, 'Runs')
  await expect(lastBoard(page)).toContainText(/Hits · .+ · \d+ lines/)
  await expect(lastBoard(page)).toContainText('Opens without a credit')
  await lastBoard(page).getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hits' })).toBeVisible()
  await expect(page.locator('ol h3').first()).toBeVisible()
  expect(await creditsOf(user)).toBe(credits)
})

test('N11: The free line of a market shows the number of its paid board', { tag: NIGHTLY }, async ({
  page,
  site,
}) => {
  const user = await site.newUser()
  await openWithSession(page, site.url, user)
  await analyze(page, 'Total Bases')
  const search = lines(page).getByRole('searchbox', { name: 'Search players' })
  // Both follow the prices and the caches of the server, but are not read at the same instant.
  await expect(async () => {
    const answer = await fetch(`${site.url}/api/slate/samples`)
    const { samples } = freeSamplesResponse.parse(await answer.json())
    const sample = samples.find(({ market }) => market === 'Total Bases')
    const [chance = 0, low = 0, high = 0] = [sample?.chance, sample?.low, sample?.high].map((share = 0) =>
      confidencePercent(share),
    )
    const side = sample?.side === 'UNDER' ? 'under' : 'over'
    await analyzeButton(page).click()
    await search.fill(sample?.line.name ?? '')
    const name = new RegExp(`^${chance} percent likely ${side}, interval ${low} to ${high}`)
    await expect(page.locator('[data-card]').getByRole('img', { name }).first()).toBeVisible({
      timeout: 5_000,
    })
  }).toPass({ timeout: 60_000 })
})

test('N1 P5 P8 S11: From the Dashboard a saved pick takes two presses, a best price one, a parlay two and the record one', {
  tag: NIGHTLY,
}, async ({ page, site }) => {
  const user = await site.newUser()
  await openWithSession(page, site.url, user)
  let presses = 0
  /** Runs a task from the Dashboard. @returns its number of presses */
  const count = async (task: (press: (target: Locator) => Promise<void>) => Promise<void>) => {
    presses = 0
    await task(async (target) => {
      presses += 1
      await target.click()
    })
    return presses
  }
  const tab = (name: string) =>
    page.getByRole('banner').getByRole('link', { name }).filter({ visible: true }).first()
  const saves = page.getByRole('button', { name: /^Save / })
  await pickStat(page, 'Hits')
  const saved = await count(async (press) => {
    await press(analyzeButton(page))
    await expectProgressLabel(page, 'Complete!')
    await press(saves.first())
    await expect(page.getByRole('button', { name: /: saved$/ }).first()).toBeVisible()
  })
  await saves.last().click()
  const price = await count(async (press) => {
    await press(tab('AI Odds Scanner'))
    await expect(page.locator('[data-card]').first()).toContainText(/[+−]\d{3}/)
  })
  await tab('Dashboard').click()
  const parlay = await count(async (press) => {
    await press(tab('My Picks'))
    await press(parlayButton(page))
    await expect(recommendations(page).getByRole('tab').first()).toBeVisible()
  })
  await closeDialog(recommendations(page))
  await tab('Dashboard').click()
  const record = await count(async (press) => {
    await press(page.getByRole('link', { name: /record$/ }).first())
    await expect(page).toHaveURL(/view=record/)
  })
  expect({ saved, price, parlay, record }).toEqual({ saved: 2, price: 1, parlay: 2, record: 1 })
})
