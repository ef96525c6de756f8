import type { Page } from '@playwright/test'
import type { TeamWeather } from '@propsight/shared/contracts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { CLS_BUDGET } from '../support/responsiveness/observe-pages.ts'
import { openScreen, SCREENS } from '../support/screens/all-screens.ts'

/** Slow 4G as Lighthouse defines it: content that loads late causes layout shifts. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** The screens that load content. Layers are left out: they open after an input, and shifts after an input do not count. */
const LOADED = [
  'get started',
  'board',
  'player',
  'track record of the engine',
  'image mode',
  'picks',
  'picks, none',
  'pick history of the user',
  'scanner',
  'pricing',
  'admin, codes',
  'pitchers',
]

/** Gives every game the weather with the longest description: rain, and wind in from right-center. */
async function makeItRain(page: Page): Promise<void> {
  await page.route('**/api/weather/**', async (route) => {
    const response = await route.fetch()
    const weather: TeamWeather = await response.json()
    const windDegrees = (weather.fieldBearing ?? 0) + 22.5
    const json = { ...weather, temperature: 101, windSpeed: 21, windDegrees, rainChance: 60 }
    await route.fulfill({ response, json: response.ok() ? json : weather })
  })
}

for (const viewport of WIDTHS)
  for (const name of LOADED)
    test(`a screen that loads on slow 4G stays below the layout shift budget: ${name}, ${viewport.width} px`, {
      tag: NIGHTLY,
    }, async ({ page, site, watch, responsiveness }) => {
      const screen = SCREENS.find((each) => each.name === name)
      if (!screen) throw new Error(`no screen has the name ${name}`)
      watch.expected.push(...(screen.expected ?? []))
      await page.setViewportSize(viewport)
      await makeItRain(page)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
      await openScreen(screen, { page, site })
      await page.waitForLoadState('networkidle')
      expect(responsiveness.cls, `at ${responsiveness.clsAt}`).toBeLessThan(CLS_BUDGET)
    })

test('a layout shift is measured when content is pushed down', { tag: NIGHTLY }, async ({
  page,
  site,
  responsiveness,
}) => {
  await page.goto(site.url)
  await expect(page.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
  expect(responsiveness.cls).toBeLessThan(CLS_BUDGET)
  await page.evaluate(() => {
    document.body.style.paddingTop = '300px'
  })
  await expect.poll(() => responsiveness.cls).toBeGreaterThan(CLS_BUDGET)
})
