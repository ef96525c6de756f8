import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMarked, markPage } from '../support/accounts/signed-in.ts'
import { readReleases, runRemote } from '../support/federation/deploy.ts'
import { NIGHTLY } from '../support/fixtures.ts'
import { refocusUntil } from '../support/page-clock.ts'
import { copyCheckout } from '../support/product/checkout-copy.ts'
import { expect, testWithService } from '../support/product/own-product.ts'
import { startS3 } from '../support/services/start-s3.ts'

const NAME = 'pitchers'
const BEFORE = "Today's Pitchers"
const AFTER = 'Stored elsewhere'

const test = testWithService(async () => {
  const s3 = await startS3()
  return { env: s3.variables, close: () => s3.close() }
})

test('F2: releases in object storage are published at start, loaded, deployed live and rolled back', {
  tag: NIGHTLY,
}, async ({ page, product }) => {
  test.setTimeout(180_000)
  await page.clock.install()
  await page.goto(`${product.url}/pitchers`)
  await expect(page.getByRole('heading', { name: BEFORE })).toBeVisible()
  await markPage(page)
  const checkout = copyCheckout()
  try {
    const source = join(checkout.folder, 'remotes', NAME, 'src/app/pitchers.tsx')
    writeFileSync(source, readFileSync(source, 'utf8').replace(BEFORE, AFTER))
    expect((await runRemote(checkout.folder, product, ['deploy', NAME])).document).toMatchObject({ ok: true })
    await refocusUntil(page, page.getByRole('heading', { name: AFTER }))
    expect((await runRemote(checkout.folder, product, ['rollback', NAME])).document).toMatchObject({
      ok: true,
    })
    await refocusUntil(page, page.getByRole('heading', { name: BEFORE }))
  } finally {
    checkout.remove()
  }
  expect(await isMarked(page)).toBe(true)
  const { events } = await readReleases(product, NAME)
  expect(events.slice(0, 2).map(({ action }) => action)).toEqual(['rollback', 'promote'])
})
