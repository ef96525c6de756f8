import type { Placement, SharedPackage } from '../contracts/releases/registry.ts'

const decoder = new TextDecoder()

/** Decodes UTF-8 bytes. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

/**
 * Makes untrusted text from a release displayable in a message: without control characters, truncated to
 * `length`.
 */
export const displayText = (text: string, length = 80): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced here
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return plain.length > length ? `${plain.slice(0, length)}…` : plain
}

/** Parses JSON. @returns undefined if the bytes are absent or not JSON */
export const jsonOf = (bytes: Uint8Array | undefined): unknown => {
  try {
    return bytes && JSON.parse(textOf(bytes))
  } catch {
    return undefined
  }
}

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
  /** Names of its global chunk arrays. */
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
