import type { Placement, SharedPackage } from '../contracts/releases/registry.ts'

/**
 * The files of a built folder by relative path with forward slashes; without compressed copies and
 * `release.json`.
 */
export type Files = ReadonlyMap<string, Uint8Array>

/** Contract version and shared packages of the live shell. */
export interface HostFacts {
  contract: string
  shared: readonly SharedPackage[]
}

/** The facts about a live remote with which a release is compared. */
export interface LiveRemote {
  name: string
  contract: string
  shared: readonly SharedPackage[]
  placement: Placement | null
  /** Global name of its container, see `globalsOf`; null if unknown. */
  globalName: string | null
  /** Names of its global chunk arrays. Known to the server only, not to the deploy command. */
  chunks?: readonly string[]
}

/** Global names that the scripts of a release define. */
export interface ReleaseGlobals {
  /** Name of the container; null if the manifest cannot be read. */
  container: string | null
  /** Names of the chunk arrays (`chunkLoadingGlobal`). */
  chunks: string[]
}

/**
 * Another release of the same remote whose files still exist: an open page may switch between it and the new
 * one.
 */
export interface KeptRelease {
  version: string
  globals: ReleaseGlobals
}
