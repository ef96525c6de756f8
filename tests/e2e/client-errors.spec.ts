import type { Page } from '@playwright/test'
import { type ClientError, clientErrorsBody } from '@propsight/shared/contracts'
import * as broken from '../fixtures/faulty/containers.ts'
import { serveInRegistry } from '../support/served-registry.ts'
import { expect, openProduct, openTab, test } from '../support/signed-in.ts'
import { handWritten, SUBJECT } from '../support/subject.ts'

/** What the page told of its errors, and how the API took it. */
function overhear(page: Page): { told: ClientError[]; statuses: number[] } {
  const heard: { told: ClientError[]; statuses: number[] } = { told: [], statuses: [] }
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/client-errors')) return
    heard.statuses.push(response.status())
    heard.told.push(...clientErrorsBody.parse(response.request().postDataJSON()).errors)
  })
  return heard
}

test.beforeEach(({ watch }) => {
  watch.expected.push(/broken/)
})

test('F4 a remote that throws while it renders is told to the server, with its release and its screen', async ({
  page,
}) => {
  const heard = overhear(page)
  const release = handWritten(broken.THROWS_AT_RENDER)
  await serveInRegistry(page, [release])
  await openProduct(page)
  await openTab(page, SUBJECT.title)
  await expect(page.locator('[data-remote-error="render"]')).toBeVisible()
  await expect
    .poll(() => heard.told.filter(({ kind }) => kind === 'render'))
    .toMatchObject([
      {
        failure: 'render',
        message: 'broken at render',
        remote: { name: release.entry.name, version: release.entry.version },
        route: SUBJECT.path,
      },
    ])
  expect(heard.statuses).toEqual([204])
})
