import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openBucket, type TestBucket } from '../../support/services/start-s3.ts'
import { describeBundleStore } from './bundle-store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'propsight-bundle-store-'))
let s3: TestBucket
beforeAll(async () => {
  s3 = await openBucket()
})
afterAll(async () => {
  await s3?.close()
  rmSync(folder, { recursive: true, force: true })
})

describeBundleStore('a folder', () => ({ BUNDLES_DIR: join(folder, randomUUID()) }))
describeBundleStore('object storage', () => ({
  ...s3.variables,
  BUNDLES_URL: `${s3.variables.BUNDLES_URL}/test-${randomUUID()}`,
}))
