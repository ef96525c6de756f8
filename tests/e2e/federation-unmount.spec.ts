import * as broken from '../fixtures/faulty-containers.ts'
import {
  expect,
  expectOtherPagesWork,
  expectSignOutWorks,
  isMarked,
  openProduct,
  openTab,
  test,
} from '../support/accounts/signed-in.ts'
import { serveRegistry } from '../support/federation/serve-registry.ts'
import { releaseOfContainer, TEST_PLACEMENT } from '../support/federation/test-remote.ts'
import { NIGHTLY } from '../support/fixtures.ts'

test.beforeEach(({ watch }) => {
  watch.expected.push(/broken/)
})

const NAVIGATION_FAULTS = [
  { title: 'never becomes ready', container: broken.NEVER_READY, shows: /Loading Subject/ },
  { title: 'throws when it unmounts', container: broken.THROWS_ON_UNMOUNT, shows: /On screen/ },
  {
    title: 'navigates back to itself when it unmounts',
    container: broken.NAVIGATES_BACK_ON_UNMOUNT,
    shows: /On screen/,
  },
  { title: 'navigates without end', container: broken.NAVIGATES_FOREVER, shows: /On screen/ },
]

for (const { title, container, shows } of NAVIGATION_FAULTS) {
  test(`F4 a remote that ${title} does not block navigation, and the rest works`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    await serveRegistry(page, [releaseOfContainer(container)])
    await openProduct(page)
    await openTab(page, TEST_PLACEMENT.title)
    const shown = page.getByText(shows).or(page.getByRole('region', { name: shows }))
    await expect(shown.or(page.locator('[data-remote-error]')).first()).toBeVisible()
    await expectOtherPagesWork(page)
    expect(await isMarked(page)).toBe(true)
    await openTab(page, TEST_PLACEMENT.title)
    await expect(shown.or(page.locator('[data-remote-error]')).first()).toBeVisible()
    await expectSignOutWorks(page)
  })
}
