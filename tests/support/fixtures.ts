import { test as base, expect } from '@playwright/test'
import { type Feel, noteFeel, watchFeel } from './a11y/feel.ts'

interface Watch {
  /** Patterns of console errors that this test provokes on purpose. */
  expected: RegExp[]
}

interface Fixtures {
  watch: Watch
  guarded: undefined
  /**
   * Responsiveness of this test's pages so far: layout shifts, long tasks, interactions. Attached to every
   * test report.
   */
  feel: Feel
}

/**
 * Playwright test that fails on a violation of the content security policy, an uncaught error or a console
 * error in any of its pages, except for the errors listed in `watch.expected`.
 */
export const test = base.extend<Fixtures>({
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
      expect(found.filter((text) => !watch.expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  feel: [
    async ({ context }, use, info) => {
      const feel = await watchFeel(context)
      await use(feel)
      noteFeel(info, feel)
    },
    { auto: true },
  ],
})

export { expectAccessible } from './a11y/axe.ts'
export { expect }

/** Tag of tests that run in `npm run test:all` and not in `npm test`. */
export const NIGHTLY = '@nightly'

export const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

export function demoAccount(): { email: string; password: string; accessCode: string } {
  return JSON.parse(process.env.PROPSIGHT_DEMO ?? '{}')
}

export const productUrl = (): string => {
  const url = process.env.PROPSIGHT_URL
  if (!url) throw new Error('PROPSIGHT_URL is not set: run the end-to-end tests with npm run e2e')
  return url
}
