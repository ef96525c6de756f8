import type { Page } from '@playwright/test'
import { type ClientError, clientErrorsBody } from '@propsight/shared/contracts'
import * as broken from '../fixtures/faulty-containers.ts'
import { expect, openProduct, openTab, test } from '../support/accounts/signed-in.ts'
import { serveRegistry } from '../support/federation/serve-registry.ts'
import { releaseOfContainer, TEST_PLACEMENT } from '../support/federation/test-remote.ts'

/** The client errors that the page reports, and the statuses of the API's answers. */
function watchReports(page: Page): { errors: ClientError[]; statuses: number[] } {
  const reports: { errors: ClientError[]; statuses: number[] } = { errors: [], statuses: [] }
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/client-errors')) return
    reports.statuses.push(response.status())
    reports.errors.push(...clientErrorsBody.parse(response.request().postDataJSON()).errors)
  })
  return reports
}

test.beforeEach(({ watch }) => {
  watch.expected.push(/broken/)
})

test('F4: a remote that throws while rendering is reported to the server with its release and route', async ({
  page,
}) => {
  const reports = watchReports(page)
  const release = releaseOfContainer(broken.THROWS_AT_RENDER)
  await serveRegistry(page, [release])
  await openProduct(page)
  await openTab(page, TEST_PLACEMENT.title)
  await expect(page.locator('[data-remote-error="render"]')).toBeVisible()
  await expect
    .poll(() => reports.errors.filter(({ kind }) => kind === 'render'))
    .toMatchObject([
      {
        failure: 'render',
        message: 'broken at render',
        remote: { name: release.entry.name, version: release.entry.version },
        route: TEST_PLACEMENT.path,
      },
    ])
  expect(reports.statuses).toEqual([204])
})
