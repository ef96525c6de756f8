import * as broken from '../fixtures/faulty-containers.ts'
import { NIGHTLY } from '../support/fixtures.ts'
import { passTimeUntil } from '../support/page-clock.ts'
import { serveInRegistry } from '../support/federation/serve-registry.ts'
import {
  expect,
  expectSignOutWorks,
  expectTheRestWorks,
  isMarked,
  openProduct,
  openTab,
  test,
} from '../support/accounts/signed-in.ts'
import { handWritten, SUBJECT } from '../support/federation/test-remote.ts'

test.beforeEach(({ watch }) => {
  watch.expected.push(/broken/)
})

const ON_THE_WAY_OUT = [
  { title: 'never becomes ready', container: broken.NEVER_READY, shows: /Loading Subject/ },
  { title: 'throws when it unmounts', container: broken.THROWS_WHEN_IT_LEAVES, shows: /On screen/ },
  { title: 'navigates back to itself when it unmounts', container: broken.CLINGS, shows: /On screen/ },
  { title: 'navigates without end', container: broken.NAVIGATES_WITHOUT_END, shows: /On screen/ },
]

for (const { title, container, shows } of ON_THE_WAY_OUT) {
  test(`F4 a remote that ${title} does not block navigation, and the rest works`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    await serveInRegistry(page, [handWritten(container)])
    await openProduct(page)
    await openTab(page, SUBJECT.title)
    const shown = page.getByText(shows).or(page.getByRole('region', { name: shows }))
    await expect(shown.or(page.locator('[data-remote-error]')).first()).toBeVisible()
    await expectTheRestWorks(page)
    expect(await isMarked(page)).toBe(true)
    await openTab(page, SUBJECT.title)
    await expect(shown.or(page.locator('[data-remote-error]')).first()).toBeVisible()
    await expectSignOutWorks(page)
  })
}

test('F4 a remote that suspends without end shows an error panel with Retry after the timeout', {
  tag: NIGHTLY,
}, async ({ page }) => {
  await page.clock.install()
  await serveInRegistry(page, [handWritten(broken.NEVER_READY)])
  await openProduct(page)
  await openTab(page, SUBJECT.title)
  const waiting = page.getByRole('region', { name: 'Loading Subject' })
  await expect(waiting).toBeVisible()
  await passTimeUntil(page, 21_000, page.locator('[data-remote-error="timeout"]'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(waiting).toBeVisible()
  await expectTheRestWorks(page)
})
