import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS } from './support/find-browser.ts'

// tools/test/suites.ts finds the browser and hands it over, so that every worker uses the same one.
const executablePath = process.env.PROPSIGHT_BROWSER
const env = JSON.parse(process.env.PROPSIGHT_BROWSER_ENV ?? '{}') as Record<string, string>

/** Tests that `npm test` leaves to `npm run test:all`: `test('…', { tag: NIGHTLY }, …)`. */
const nightly = /@nightly/
/** Tests of the examples, a part of its own because they install packages. */
const examples = /@examples/
/** The main journeys in other browsers than Chromium, a part of its own because they may be missing. */
const otherBrowsers = /@other-browsers/
/** Pictures for people to look at; only `npm run looks` takes them. */
const looks = /@looks/

export default defineConfig({
  testDir: './e2e',
  projects: [
    { name: 'journeys', grepInvert: [nightly, examples, otherBrowsers, looks] },
    { name: 'nightly', grep: nightly },
    // One product for all examples.
    { name: 'examples', grep: examples, retries: 0 },
    { name: 'other-browsers', grep: otherBrowsers },
    { name: 'looks', grep: looks, retries: 0 },
  ],
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  workers: 1,
  // A second try tells a slow machine from a broken product; which tests needed it is printed (tools/test/suites.ts).
  retries: 1,
  // Alone and at the end, so that the other browser's test is not what makes it slow.
  retryStrategy: 'isolated',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['./support/responsiveness/reporter.ts'],
    ['json', { outputFile: process.env.PROPSIGHT_E2E_REPORT ?? '../test-results/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: {
      args: BROWSER_FLAGS,
      ...(executablePath ? { executablePath } : {}),
      env: { ...(process.env as Record<string, string>), ...env },
    },
    // Requests of a page with a service worker cannot be replaced by `page.route`. Its own specs allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Of the second try: recording every test costs more than many of them.
    trace: 'on-first-retry',
    // As the desktops of the fast tier, see `APPEARANCES`.
    colorScheme: 'dark',
    timezoneId: 'America/New_York',
    locale: 'en-US',
  },
})
