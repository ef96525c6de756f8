import { openWithSession } from '../support/accounts/session.ts'
import { expect, test } from '../support/fixtures.ts'

test('The product can be installed: Chromium finds no error in its manifest and icons', async ({
  page,
  site,
}) => {
  await openWithSession(page, site.url, await site.newUser())
  const devtools = await page.context().newCDPSession(page)
  const { url, errors, data } = await devtools.send('Page.getAppManifest')
  expect({ url, errors }).toEqual({ url: `${site.url}/manifest.webmanifest`, errors: [] })
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Propsight', display: 'standalone' })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})
