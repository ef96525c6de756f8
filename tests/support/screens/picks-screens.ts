import { expect } from '@playwright/test'
import { openWithSession } from '../accounts/session.ts'
import { parlayButton, recommendations } from '../pages/picks-page.ts'
import { PARLAY_ANSWER, stubPickHistory } from '../stubs/parlays.ts'
import { stubPicks } from '../stubs/picks.ts'
import type { Screen, ScreenContext } from './screen.ts'

const PICKS = 8

const openPicks = async ({ page, site }: ScreenContext, count = PICKS, address = '/picks'): Promise<void> => {
  await stubPicks(page, count)
  await stubPickHistory(page)
  await page.route('**/api/parlay/generate-parlay', (route) => route.fulfill({ json: PARLAY_ANSWER }))
  await openWithSession(page, site.url + address, await site.newUser())
}
const openFilled = async (stage: ScreenContext): Promise<void> => {
  await openPicks(stage)
  await expect(stage.page.getByText(`${PICKS} picks · each is kept 20 hours`)).toBeVisible()
}

const screen = (name: string, open: Screen['open']): Screen => ({ name, path: '/picks', open })

/** My Picks, parlays and the pick history. */
export const PICKS_SCREENS: readonly Screen[] = [
  screen('picks, none', async (stage) => {
    await openPicks(stage, 0)
    await expect(stage.page.getByText('No Picks Saved')).toBeVisible()
  }),
  screen('picks', openFilled),
  screen('pick in full', async (stage) => {
    await openFilled(stage)
    await stage.page.getByRole('button', { name: 'Player 001', exact: true }).click()
    await expect(stage.page.getByRole('dialog', { name: 'Player 001' })).toBeVisible()
  }),
  screen('question before picks go', async (stage) => {
    await openFilled(stage)
    await stage.page.getByRole('button', { name: 'Clear All' }).click()
    await expect(stage.page.getByRole('alertdialog')).toBeVisible()
  }),
  screen('parlays', async (stage) => {
    await openFilled(stage)
    await parlayButton(stage.page).click()
    await expect(recommendations(stage.page).getByRole('tab')).toHaveCount(3)
  }),
  {
    ...screen('parlays that fail', async (stage) => {
      await openFilled(stage)
      await stage.page.route('**/api/parlay/generate-parlay', (route) =>
        route.fulfill({ status: 503, json: { error: 'Away', message: 'Away', code: 'UPSTREAM_ERROR' } }),
      )
      await parlayButton(stage.page).click()
      await expect(
        stage.page.getByRole('dialog').or(stage.page.getByRole('alertdialog')).first(),
      ).toContainText('No credit was used.')
    }),
    expected: [/status of 503/],
  },
  screen('past parlays, one day open', async (stage) => {
    await openFilled(stage)
    await stage.page.getByRole('button', { name: 'Past Parlays' }).click()
    await stage.page.getByRole('button', { name: /July 18, 2026/ }).click()
    await expect(stage.page.getByText('3 parlay(s) generated on July 18, 2026')).toBeVisible()
  }),
  screen('record of the user', async (stage) => {
    await openPicks(stage, PICKS, '/picks?view=record')
    await expect(stage.page.getByRole('img', { name: /^Profit after 5 parlays/ })).toBeVisible()
  }),
]
