import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMarked, markPage } from '../support/accounts/signed-in.ts'
import { readReleases, runRemote } from '../support/federation/deploy.ts'
import { NIGHTLY } from '../support/fixtures.ts'
import { refocusUntil } from '../support/page-clock.ts'
import { type CheckoutCopy, copyCheckout } from '../support/product/checkout-copy.ts'
import { expect, test as testInFolder, testWithService } from '../support/product/own-product.ts'
import { startS3 } from '../support/services/start-s3.ts'

const NAME = 'pitchers'
const BEFORE = "Today's Pitchers"
const AFTER = 'Edited a moment ago'

const testInStorage = testWithService(async () => {
  const s3 = await startS3()
  return { env: s3.variables, close: () => s3.close() }
})

/** Hash of every file in the bundle store, except the files of one remote and of deploys under way. */
function storedFiles(home: string, except: string): Record<string, string> {
  const store = join(home, 'bundles')
  if (!existsSync(store)) return {}
  const files = readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => ![except, '.staging'].some((folder) => path.startsWith(join(store, folder))))
  return Object.fromEntries(
    files.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

for (const [where, test] of [
  ['a folder', testInFolder],
  ['object storage', testInStorage],
] as const)
  test.describe(`releases in ${where}`, { tag: NIGHTLY }, () => {
    let checkout: CheckoutCopy
    test.beforeAll(() => {
      checkout = copyCheckout()
    })
    test.afterAll(() => checkout.remove())

    test('F2 one command deploys an edit and one rolls it back: an open page shows both, and other remotes stay unchanged', async ({
      page,
      product,
    }) => {
      test.setTimeout(180_000)
      const filesBefore = storedFiles(product.home, NAME)
      const readOtherRollouts = async () => {
        const names = ['shell', 'picks', 'analysis', 'weather', 'admin']
        const all = await Promise.all(names.map((name) => readReleases(product, name)))
        return all.map(({ name, rollout }) => [name, rollout.live, rollout.generation])
      }
      const rolloutsBefore = await readOtherRollouts()
      await page.clock.install()
      await page.goto(`${product.url}/pitchers`)
      await expect(page.getByRole('heading', { name: BEFORE })).toBeVisible()
      await markPage(page)

      const source = join(checkout.folder, 'remotes', NAME, 'src/app/pitchers.tsx')
      writeFileSync(source, readFileSync(source, 'utf8').replace(BEFORE, AFTER))
      const deployed = await runRemote(checkout.folder, product, ['deploy', NAME, '--message', 'an edit'])
      expect(deployed.document).toMatchObject({ ok: true })
      await refocusUntil(page, page.getByRole('heading', { name: AFTER }))

      const back = await runRemote(checkout.folder, product, ['rollback', NAME, '--message', 'not so good'])
      expect(back.document).toMatchObject({ ok: true })
      await refocusUntil(page, page.getByRole('heading', { name: BEFORE }))

      expect(await isMarked(page)).toBe(true)
      expect(storedFiles(product.home, NAME)).toEqual(filesBefore)
      expect(await readOtherRollouts()).toEqual(rolloutsBefore)
      const { events } = await readReleases(product, NAME)
      expect(events.slice(0, 3).map(({ action }) => action)).toEqual(['rollback', 'promote', 'canary'])
      console.log(`from an edit to live in ${deployed.seconds} s, back in ${back.seconds} s`)
    })
  })
