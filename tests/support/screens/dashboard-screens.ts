import { expect, type Page } from '@playwright/test'
import { openWithSession } from '../accounts/session.ts'
import { analyze, changeSettings, pickStat, settings, waitForAllLines } from '../pages/board-page.ts'
import { stubWeather } from '../stubs/weather.ts'
import type { Screen, ScreenContext } from './screen.ts'

const startAsUser = async ({ page, site }: ScreenContext): Promise<void> => {
  await openWithSession(page, site.url, await site.newUser())
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
}

const openBoard = async (context: ScreenContext): Promise<void> => {
  await startAsUser(context)
  await analyze(context.page, 'Total Bases')
}

const firstCard = (page: Page) => page.locator('ol [data-card]').first()

const screen = (name: string, open: Screen['open'], expected: RegExp[] = []): Screen => ({
  name,
  path: '/',
  open,
  expected,
})

/** The Dashboard and the screens that open from it. */
export const DASHBOARD_SCREENS: readonly Screen[] = [
  screen('get started', startAsUser),
  screen('board', openBoard),
  screen('board with hit rates and a comparison', async (context) => {
    await openBoard(context)
    for (const rank of [0, 1]) {
      const card = context.page.locator('ol [data-card]').nth(rank)
      await card.getByRole('button', { name: /: hit rates$/ }).click()
      await card
        .getByRole('button', { name: /^Compare / })
        .filter({ visible: true })
        .click()
    }
    await context.page.getByRole('button', { name: 'Compare 2' }).click()
    await expect(context.page.getByRole('dialog', { name: 'Compare 2 lines' })).toBeVisible()
  }),
  screen('board without a match', async (context) => {
    await openBoard(context)
    await context.page.getByRole('searchbox', { name: 'Search players' }).fill('nobody of this name')
    await expect(context.page.getByText(/^0 of \d+ lines$/)).toBeVisible()
    await waitForAllLines(context.page)
  }),
  screen('keyboard shortcuts', async (context) => {
    await openBoard(context)
    await context.page.getByRole('heading', { level: 1 }).click()
    await context.page.keyboard.press('?')
    await expect(context.page.getByRole('dialog')).toBeVisible()
  }),
  screen('player', async (context) => {
    await openBoard(context)
    await firstCard(context.page).locator('[data-open]').click()
    await expect(context.page.getByRole('slider', { name: 'Line' })).toBeVisible()
    await expect(context.page.getByRole('table', { name: /factor by factor$/ })).toBeVisible()
  }),
  screen('track record of the engine', async (context) => {
    await openBoard(context)
    await context.page.getByRole('link', { name: 'How good are these numbers?' }).click()
    await expect(context.page.getByRole('heading', { name: 'Where it misses' })).toBeVisible()
  }),
  screen(
    'track record that cannot be loaded',
    async (context) => {
      await context.page.route('**/bundles/picks/**', (route) => route.abort())
      await startAsUser(context)
      await context.page.getByRole('link', { name: 'How good are these numbers?' }).click()
      await expect(context.page.getByRole('alert')).toContainText('The record could not be loaded')
    },
    [/Failed to load resource|ERR_FAILED|RUNTIME-\d+|did not load/],
  ),
  screen(
    'analysis that fails',
    async (context) => {
      await context.page.route('**/api/fetch-lines?**', (route) =>
        route.fulfill({ status: 503, json: { error: 'Away', message: 'Away', code: 'UPSTREAM_ERROR' } }),
      )
      await startAsUser(context)
      await pickStat(context.page, 'Hits')
      await context.page.getByRole('button', { name: /^Analyze/ }).click()
      await expect(context.page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    },
    [/status of 503/],
  ),
  screen('settings of the board', async (context) => {
    await openBoard(context)
    await expect(await settings(context.page)).toBeVisible()
  }),
  screen('image mode', async (context) => {
    await startAsUser(context)
    await changeSettings(context.page, { Mode: 'Image' })
    await expect(context.page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }),
  screen('weather', async (context) => {
    await stubWeather(context.page)
    await startAsUser(context)
    await context.page.getByRole('button', { name: 'Weather' }).click()
    await expect(context.page.getByRole('heading', { level: 4 })).toHaveCount(10)
  }),
  screen('weather as a table, with its ratings explained', async (context) => {
    await stubWeather(context.page)
    await startAsUser(context)
    await context.page.getByRole('button', { name: 'Weather' }).click()
    const dialog = context.page.getByRole('dialog', { name: 'Game Time Weather' })
    await dialog.getByText('Table', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Target ratings' }).click()
    await expect(dialog.getByRole('region', { name: 'Target ratings' })).toBeVisible()
    await expect(dialog.getByRole('table').first()).toBeVisible()
  }),
]
