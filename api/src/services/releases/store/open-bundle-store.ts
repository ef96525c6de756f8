import { type BundleEnv, readBundleVariables } from '../../../platform/config/bundle-variables.ts'
import { type BundleStore, createBundleStore } from './bundle-store.ts'
import { createFolderObjects } from './folder-objects.ts'
import { openBucket } from './s3-objects.ts'

/** Opens the bundle store of the environment: the bucket if one is set, else the folder. */
export function openBundleStore(env: BundleEnv): BundleStore {
  const { BUNDLES_URL, BUNDLES_DIR } = env
  if (BUNDLES_URL) return createBundleStore(openBucket({ ...env, BUNDLES_URL }))
  if (BUNDLES_DIR) return createBundleStore(createFolderObjects(BUNDLES_DIR))
  throw new Error('the environment names neither a folder nor a bucket for bundles')
}

/** Opens the bundle store for a command, from unparsed variables. @throws Error naming each bad variable */
export const openNamedBundleStore = (variables: Record<string, string | undefined>): BundleStore =>
  openBundleStore(readBundleVariables(variables))
