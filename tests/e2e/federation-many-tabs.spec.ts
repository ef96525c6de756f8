import type { RegistryEntry } from '@propsight/shared/contracts'
import { expect, openProduct, openTab, test } from '../support/accounts/signed-in.ts'
import { serveRegistry } from '../support/federation/serve-registry.ts'
import { newestRelease } from '../support/federation/test-remote.ts'
import { expectAccessible, NIGHTLY, WIDTHS } from '../support/fixtures.ts'

const TITLES = ['Bankroll tracker and much more', '<b>Odd & title</b>', 'Donaudampfschifffahrt', 'Streaks']
const NUMBER = 60

for (const [size, viewport] of Object.entries(WIDTHS))
  test(`F3 F4 ${NUMBER} tabs with long titles on a ${size} push nothing out, and the open tab is visible`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    await page.setViewportSize(viewport)
    const subject = newestRelease()
    const more = Array.from({ length: NUMBER }, (_, at): RegistryEntry => {
      const title = `${TITLES[at % TITLES.length]} ${at}`
      // The first entry is placed before all other tabs.
      const placement = { mount: 'tab', path: `/more${at}`, title, order: at === 0 ? 0 : 50 + at } as const
      return { ...subject.entry, name: `more${at}`, placement }
    })
    await serveRegistry(page, [subject], more)
    await openProduct(page)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBe(viewport.width)
    await expect(page.getByRole('button', { name: /^Account/ })).toBeInViewport({ ratio: 0.9 })

    await page.goto(new URL(`/more${NUMBER - 1}`, page.url()).href)
    if (size === 'desktop')
      await expect(page.getByRole('link', { name: `Streaks ${NUMBER - 1}` }).first()).toBeInViewport({
        ratio: 0.9,
      })
    expect(await width()).toBe(viewport.width)
    await expectAccessible(page)
    await openTab(page, 'My Picks')
    await expect(page.getByText('No Picks Saved')).toBeVisible()
  })
