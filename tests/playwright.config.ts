import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS } from './support/browser.ts'

// Set by tools/tasks/e2e.ts, which finds the browser once, so that every worker uses the same one.
const executablePath = process.env.PROPSIGHT_BROWSER
const env = JSON.parse(process.env.PROPSIGHT_BROWSER_ENV ?? '{}') as Record<string, string>

/** Tests that run in `npm run test:all` and not in `npm test`: `test('…', { tag: NIGHTLY }, …)`. */
const nightly = /@nightly/

export default defineConfig({
  testDir: './e2e',
  projects: [
    { name: 'journeys', grepInvert: nightly },
    { name: 'nightly', grep: nightly },
  ],
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  workers: 1,
  // A retry distinguishes a slow machine from a broken product. tools/lib/suites.ts prints the tests that
  // needed one.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['./support/a11y/feel-reporter.ts'],
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
    screenshot: 'only-on-failure',
    // Only for retries: recording a trace takes longer than many of the tests.
    trace: 'on-first-retry',
    timezoneId: 'America/New_York',
    locale: 'en-US',
  },
})
