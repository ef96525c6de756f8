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
  // The console reports what a remote throws, for the team of that remote.
  watch.expected.push(
    /broken|not there|Unsatisfied version|Too many re-renders|not valid as a React child|rror #\d+/,
  )
  watch.expected.push(/\[ Federation Runtime \]|RUNTIME-\d+/)
})

const FAILING = [
  { title: 'throws on import', container: broken.THROWS_AT_IMPORT, kind: 'exception' },
  { title: 'throws when it receives the shared packages', container: broken.THROWS_IN_INIT, kind: 'entry' },
  { title: 'registers no container', container: broken.DEFINES_NO_GLOBAL, kind: 'entry' },
  { title: 'exposes nothing', container: broken.EXPOSES_NOTHING, kind: 'exception' },
  { title: 'exposes another module', container: broken.EXPOSES_ANOTHER_MODULE, kind: 'shape' },
  { title: 'requires another React major', container: broken.REQUIRES_OLD_REACT, kind: 'entry' },
  { title: 'throws while it renders', container: broken.THROWS_AT_RENDER, kind: 'render' },
  { title: 'throws in an effect', container: broken.THROWS_IN_AN_EFFECT, kind: 'render' },
  {
    title: 'renders a value that is not a component',
    container: broken.RENDERS_A_NON_COMPONENT,
    kind: 'render',
  },
  { title: 'renders without end', container: broken.RENDERS_FOREVER, kind: 'render' },
]
/** The case of the fast tier: a crash after a complete load. */
const FAST = 'throws while it renders'

for (const { title, container, kind } of FAILING) {
  test(`F3 F4 a remote that ${title} shows an error panel, and the rest works`, {
    tag: title === FAST ? [] : NIGHTLY,
  }, async ({ page }) => {
    await serveRegistry(page, [releaseOfContainer(container)])
    await openProduct(page)
    await openTab(page, TEST_PLACEMENT.title)
    await expect(page.locator(`[data-remote-error="${kind}"]`)).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator(`[data-remote-error="${kind}"]`)).toBeVisible()
    await expectOtherPagesWork(page)
    expect(await isMarked(page)).toBe(true)
    await expectSignOutWorks(page)
  })
}
