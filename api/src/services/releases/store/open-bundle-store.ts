import { type BundleEnv, readBundleVariables } from '../../../platform/config/bundle-variables.ts'
import { openBucket } from './bucket.ts'
import { type BundleStore, createFolderBundleStore } from './bundle-store.ts'
import { createS3BundleStore } from './s3-bundle-store.ts'

/** Opens the bundle store of the environment: the bucket if one is set, else the folder. */
export function openBundleStore(env: BundleEnv): BundleStore {
  const { BUNDLES_URL, BUNDLES_DIR } = env
  if (BUNDLES_URL) return createS3BundleStore(openBucket({ ...env, BUNDLES_URL }))
  if (BUNDLES_DIR) return createFolderBundleStore(BUNDLES_DIR)
  throw new Error('the environment names neither a folder nor a bucket for bundles')
}

/** Opens the bundle store for a command, from unparsed variables. @throws Error naming each bad variable */
export const openNamedBundleStore = (variables: Record<string, string | undefined>): BundleStore =>
  openBundleStore(readBundleVariables(variables))
