import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { anyS3, type S3Peer } from '../../support/services/start-s3.ts'
import { describePromises } from './bundle-store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'propsight-bundle-store-'))
let s3: S3Peer
beforeAll(async () => {
  s3 = await anyS3()
})
afterAll(async () => {
  await s3?.close()
  rmSync(folder, { recursive: true, force: true })
})

describePromises('a folder', () => ({ BUNDLES_DIR: join(folder, randomUUID()) }))
describePromises('object storage', () => ({
  ...s3.variables,
  BUNDLES_URL: `${s3.variables.BUNDLES_URL}/test-${randomUUID()}`,
}))
