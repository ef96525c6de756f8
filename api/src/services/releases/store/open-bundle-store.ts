import { type BundleEnv, readBundleVariables } from '../../../platform/config/bundle-variables.ts'
import { openBucket } from './bucket.ts'
import { type BundleStore, createBundleStore } from './bundle-store.ts'
import { createS3BundleStore } from './s3.ts'

/** The bundle store that the environment names: a bucket where there is one, else a folder. */
export function openBundleStore(env: BundleEnv): BundleStore {
  const { BUNDLES_URL, BUNDLES_DIR } = env
  if (BUNDLES_URL) return createS3BundleStore(openBucket({ ...env, BUNDLES_URL }))
  if (BUNDLES_DIR) return createBundleStore(BUNDLES_DIR)
  throw new Error('the environment names neither a folder nor a bucket for bundles')
}

/** The same for a command, from variables as they are set. @throws Error naming each bad variable */
export const openNamedBundleStore = (variables: Record<string, string | undefined>): BundleStore =>
  openBundleStore(readBundleVariables(variables))
