import type { Placement, SharedPackage } from '../contracts/registry.ts'

/** The files of a built folder by their path in it, forward slashes, without compressed siblings and `release.json`. */
export type Files = ReadonlyMap<string, Uint8Array>

/** What the live shell speaks and brings. */
export interface HostFacts {
  contract: string
  shared: readonly SharedPackage[]
}

/** What a release is held against of a remote that is live. */
export interface LiveRemote {
  name: string
  contract: string
  shared: readonly SharedPackage[]
  placement: Placement | null
  /** What its container is found under, see `globalsOf`; null where that is not known. */
  globalName: string | null
  /** The arrays that its chunks are pushed to; the server knows them, the command does not. */
  chunks?: readonly string[]
}

/** Names that the scripts of one release give to the page. */
export interface ReleaseGlobals {
  /** The container's; null where the manifest is none that can be read. */
  container: string | null
  /** The arrays that chunks are pushed to (`chunkLoadingGlobal`). */
  chunks: string[]
}

/** Another release of the same remote whose files are still there: a page that stays open may change from it to ours. */
export interface KeptRelease {
  version: string
  globals: ReleaseGlobals
}
