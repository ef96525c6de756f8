import { expect } from '@playwright/test'
import { openWithSession } from '../accounts/session.ts'
import { parlayButton, recommendations } from '../pages/picks-page.ts'
import { PARLAY_ANSWER, stubPickHistory } from '../stubs/parlays.ts'
import { stubPicks } from '../stubs/picks.ts'
import type { Screen, ScreenContext } from './screen.ts'

const PICKS = 8

const openPicks = async ({ page, site }: ScreenContext, count = PICKS, address = '/picks'): Promise<void> => {
  await stubPickHistory(page)
  await stubPicks(page, count)
  await page.route('**/api/parlay/generate-parlay', (route) => route.fulfill({ json: PARLAY_ANSWER }))
  await openWithSession(page, site.url + address, await site.newUser())
}
const openFilled = async (context: ScreenContext): Promise<void> => {
  await openPicks(context)
  await expect(context.page.getByText(`${PICKS} picks · each is kept 20 hours`)).toBeVisible()
}

const screen = (name: string, open: Screen['open']): Screen => ({ name, path: '/picks', open })

/** My Picks, parlays and the pick history. */
export const PICKS_SCREENS: readonly Screen[] = [
  screen('picks, none', async (context) => {
    await openPicks(context, 0)
    await expect(context.page.getByText('No Picks Saved')).toBeVisible()
  }),
  screen('picks', openFilled),
  screen('pick detail', async (context) => {
    await openFilled(context)
    await context.page.getByRole('button', { name: 'Player 001', exact: true }).click()
    await expect(context.page.getByRole('dialog', { name: 'Player 001' })).toBeVisible()
  }),
  screen('keys of My Picks', async (context) => {
    await openFilled(context)
    await context.page.keyboard.press('?')
    await expect(context.page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  }),
  screen('confirmation before picks are deleted', async (context) => {
    await openFilled(context)
    await context.page.getByRole('button', { name: 'Clear All' }).click()
    await expect(context.page.getByRole('alertdialog')).toBeVisible()
  }),
  screen('parlays', async (context) => {
    await openFilled(context)
    await parlayButton(context.page).click()
    await expect(recommendations(context.page).getByRole('tab')).toHaveCount(3)
  }),
  {
    ...screen('parlays that fail', async (context) => {
      await openFilled(context)
      await context.page.route('**/api/parlay/generate-parlay', (route) =>
        route.fulfill({ status: 503, json: { error: 'Away', message: 'Away', code: 'UPSTREAM_ERROR' } }),
      )
      await parlayButton(context.page).click()
      await expect(
        context.page.getByRole('dialog').or(context.page.getByRole('alertdialog')).first(),
      ).toContainText('No credit was used.')
    }),
    expected: [/status of 503/],
  },
  screen('past parlays, one day open', async (context) => {
    await openFilled(context)
    await context.page.getByRole('button', { name: 'Past Parlays' }).click()
    await context.page.getByRole('button', { name: /July 18, 2026/ }).click()
    await expect(context.page.getByText('3 parlay(s) generated on July 18, 2026')).toBeVisible()
  }),
  screen('pick history of the user', async (context) => {
    await openPicks(context, PICKS, '/picks?view=record')
    await expect(context.page.getByRole('img', { name: /^Profit after 5 parlays/ })).toBeVisible()
  }),
]
