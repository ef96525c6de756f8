import { expectAccessible } from '../support/a11y/axe.ts'
import { openAsNewUser } from '../support/accounts/session.ts'
import { openTab } from '../support/accounts/signed-in.ts'
import { type Deployable, deploy } from '../support/federation/deploy.ts'
import {
  buildThirdPartyRemote,
  deriveRelease,
  renameRemote,
  type ThirdPartyBuild,
} from '../support/federation/third-party-remote.ts'
import { openAdmin } from '../support/pages/admin-page.ts'
import { expect, test } from '../support/product/own-product.ts'

const NAME = 'ladder'
const TITLE = 'Ladder'

let build: ThirdPartyBuild
/** Path that shows the third release, a canary of 0 percent. */
let previewPath: string | undefined
const versionOf = (count: number) => `1.0.0-r000${count}`
const releaseOf = (count: number): Deployable => ({
  ...deriveRelease(build, count),
  version: versionOf(count),
})

test.beforeAll(async ({ product }) => {
  build = renameRemote(await buildThirdPartyRemote(), NAME, TITLE)
  await deploy(product, releaseOf(1))
  const { preview } = await deploy(product, { ...releaseOf(3), channel: 'canary', percent: 0 })
  previewPath = preview?.path
})

test.beforeEach(({ watch }) => {
  // The admin screen before its key, and the page of a preview that ended.
  watch.expected.push(/status of 401.*\/api\/admin\/session/, /status of 410.*preview=/)
})

test('F2 a preview link shows a canary at 0 percent to its visitor only, until the visitor leaves it', async ({
  browser,
  page,
  product,
}) => {
  await openAsNewUser(page, product)
  await openTab(page, TITLE)
  await expect(page.getByText('Release r0001')).toBeVisible()
  await page.goto(product.url + previewPath)
  await expect(page).not.toHaveURL(/preview=/)
  await expect(page.getByText('Release r0003')).toBeVisible()
  const banner = page.getByText(`You see a preview of ${TITLE}`)
  await expect(banner).toBeVisible()
  await expect(page.getByText(`${versionOf(3)}, in this browser only`)).toBeVisible()
  await expectAccessible(page)

  const context = await browser.newContext()
  const other = await context.newPage()
  await openAsNewUser(other, product)
  await openTab(other, TITLE)
  await expect(other.getByText('Release r0001')).toBeVisible()
  await expect(other.getByText('You see a preview')).toBeHidden()
  await context.close()

  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('Release r0001')).toBeVisible()
  await expect(banner).toBeHidden()
})

test('D1 F2 an administrator creates a preview link and revokes it, after which it shows nothing', async ({
  browser,
  page,
  product,
}) => {
  await openAdmin(page, product.url, product.adminKey, `?view=releases&remote=${NAME}`)
  await page.getByRole('button', { name: `Preview ${versionOf(3)}` }).click()
  const dialog = page.getByRole('dialog', { name: `Preview ${NAME} ${versionOf(3)}` })
  const field = dialog.getByRole('textbox', { name: /^Link, until/ })
  await expect(field).toHaveValue(/\?preview=/)
  await expectAccessible(page)
  const link = await field.inputValue()

  const context = await browser.newContext()
  const visitor = await context.newPage()
  await openAsNewUser(visitor, product)
  await visitor.goto(link)
  await expect(visitor.getByText('Release r0003')).toBeVisible()

  await dialog.getByRole('button', { name: 'Revoke all links' }).click()
  await expect(page.getByText(`Revoked the preview links of ${NAME} ${versionOf(3)}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'History' })).toContainText('preview-revoke')
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByText('Release r0001')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'This preview has ended' })).toBeVisible()
  await context.close()
})
