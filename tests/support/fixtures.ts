import { type BrowserContextOptions, test as base, expect } from '@playwright/test'
import { signIn } from './accounts/session.ts'
import { startTestSite, type TestSite } from './product/test-site.ts'
import {
  attachResponsiveness,
  CLS_BUDGET,
  observeResponsiveness,
  type Responsiveness,
} from './responsiveness/observe-pages.ts'
import { demoAccount } from './shared-product.ts'

interface Watch {
  /** Patterns of console errors that this test provokes on purpose. */
  expected: RegExp[]
}

interface Fixtures {
  watch: Watch
  guarded: undefined
  /** Layout shifts, long tasks and interactions of this test's pages so far. Attached to the test result. */
  responsiveness: Responsiveness
}

/**
 * Started by the first test of a worker that uses them. They are declared here for all tests, because
 * Playwright starts another worker for tests with other worker fixtures.
 */
interface WorkerFixtures {
  /** The demo account's session on the shared product. */
  session: Exclude<BrowserContextOptions['storageState'], string | undefined>
  /** The built bundles with the sample league at a fixed time. */
  site: TestSite
}

/** A read of a user that exceeds its second on a busy machine. supabase-js repeats it three times. */
const REPEATED_READ = /status of 503 .*\/rest\/v1\/\w+\?select=/

/**
 * Playwright test whose pages are observed: a violation of the content policy, an uncaught error or a console
 * error fails the test, unless `watch.expected` matches it; layout shifts over the budget fail a journey.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
  watch: async ({}, use) => use({ expected: [] }),
  guarded: [
    async ({ context, watch }, use) => {
      const found: string[] = []
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
        })
      })
      context.on('console', (message) => {
        if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => found.push(`uncaught: ${error.error().message}`))
      await use(undefined)
      const expected = [REPEATED_READ, ...watch.expected]
      expect(found.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  responsiveness: [
    async ({ context }, use, info) => {
      const figures = await observeResponsiveness(context)
      await use(figures)
      attachResponsiveness(info, figures)
      // Tests of other projects resize the window or load faulty pages, and check the budget themselves.
      if (info.project.name === 'journeys')
        expect.soft(figures.cls, `layout shifts at ${figures.clsAt}`).toBeLessThan(CLS_BUDGET)
    },
    { auto: true },
  ],
  session: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      const { email, password } = demoAccount()
      await signIn(page, email, password)
      const state = await page.context().storageState()
      await page.context().close()
      await use(state)
    },
    { scope: 'worker' },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      const site = await startTestSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { expectAccessible } from './a11y/axe.ts'
export { expect }

/** Tag of a test, or of a group of tests, that runs with `npm run test:all` and not with `npm test`. */
export const NIGHTLY = '@nightly'
/** Tag of the tests that install packages from the registry: `npm run test:all -- examples`. */
export const EXAMPLES = '@examples'
/** Tag of the tests that need browsers besides Chromium: `npm run test:all -- other-browsers`. */
export const OTHER_BROWSERS_TAG = '@other-browsers'

export const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

export { demoAccount, productUrl } from './shared-product.ts'
