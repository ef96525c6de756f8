import { expect, type Page } from '@playwright/test'
import { openWithSession } from '../accounts/session.ts'
import { analyze, choose, pickStat, settings, waitForAllLines } from '../pages/board-page.ts'
import { stubWeather } from '../stubs/weather.ts'
import type { Screen, ScreenContext } from './screen.ts'

const startAsUser = async ({ page, site }: ScreenContext): Promise<void> => {
  await openWithSession(page, site.url, await site.newUser())
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
}

const openBoard = async (stage: ScreenContext): Promise<void> => {
  await startAsUser(stage)
  await analyze(stage.page, 'Total Bases')
}

const firstCard = (page: Page) => page.locator('ol [data-card]').first()

const screen = (name: string, open: Screen['open'], expected: RegExp[] = []): Screen => ({
  ...{ name, path: '/', open, expected },
})

/** The Dashboard and the screens that open from it. */
export const DASHBOARD_SCREENS: readonly Screen[] = [
  screen('get started', startAsUser),
  screen('board', openBoard),
  screen('board with hit rates and a comparison', async (stage) => {
    await openBoard(stage)
    for (const rank of [0, 1]) {
      const card = stage.page.locator('ol [data-card]').nth(rank)
      await card.getByRole('button', { name: /: hit rates$/ }).click()
      await card
        .getByRole('button', { name: /^Compare / })
        .filter({ visible: true })
        .click()
    }
    await stage.page.getByRole('button', { name: 'Compare 2' }).click()
    await expect(stage.page.getByRole('dialog', { name: 'Compare 2 lines' })).toBeVisible()
  }),
  screen('board that nothing matches', async (stage) => {
    await openBoard(stage)
    await stage.page.getByRole('searchbox', { name: 'Search players' }).fill('nobody of this name')
    await expect(stage.page.getByText(/^0 of \d+ lines$/)).toBeVisible()
    await waitForAllLines(stage.page)
  }),
  screen('list of keys', async (stage) => {
    await openBoard(stage)
    await stage.page.getByRole('heading', { level: 1 }).click()
    await stage.page.keyboard.press('?')
    await expect(stage.page.getByRole('dialog')).toBeVisible()
  }),
  screen('player', async (stage) => {
    await openBoard(stage)
    await firstCard(stage.page).locator('[data-open]').click()
    await expect(stage.page.getByRole('slider', { name: 'Line' })).toBeVisible()
    await expect(stage.page.getByRole('table', { name: /factor by factor$/ })).toBeVisible()
  }),
  screen('record of the engine', async (stage) => {
    await openBoard(stage)
    await stage.page.getByRole('link', { name: 'How good are these numbers?' }).click()
    await expect(stage.page.getByRole('heading', { name: 'Where it misses' })).toBeVisible()
  }),
  screen(
    'analysis that fails',
    async (stage) => {
      await stage.page.route('**/api/fetch-lines?**', (route) =>
        route.fulfill({ status: 503, json: { error: 'Away', message: 'Away', code: 'UPSTREAM_ERROR' } }),
      )
      await startAsUser(stage)
      await pickStat(stage.page, 'Hits')
      await stage.page.getByRole('button', { name: /^Analyze/ }).click()
      await expect(stage.page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    },
    [/status of 503/],
  ),
  screen('image mode', async (stage) => {
    await startAsUser(stage)
    await choose(await settings(stage.page), 'Mode', 'Image')
    await expect(stage.page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }),
  screen('weather', async (stage) => {
    await stubWeather(stage.page)
    await startAsUser(stage)
    await stage.page.getByRole('button', { name: 'Weather' }).click()
    await expect(stage.page.getByRole('heading', { level: 4 })).toHaveCount(10)
  }),
  screen('weather as a table, with its ratings explained', async (stage) => {
    await stubWeather(stage.page)
    await startAsUser(stage)
    await stage.page.getByRole('button', { name: 'Weather' }).click()
    const dialog = stage.page.getByRole('dialog', { name: 'Game Time Weather' })
    await dialog.getByText('Table', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Target ratings' }).click()
    await expect(dialog.getByRole('region', { name: 'Target ratings' })).toBeVisible()
    await expect(dialog.getByRole('table').first()).toBeVisible()
  }),
]
