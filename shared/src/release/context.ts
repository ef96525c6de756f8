import type { Release } from '../contracts/releases/registry.ts'
import type { CheckId, Finding } from '../contracts/releases/rollout.ts'
import type { ConfigRow, RemoteDeclaration } from '../contracts/releases/settings.ts'
import {
  displayText,
  type Files,
  type HostFacts,
  type KeptRelease,
  type LiveRemote,
  type Manifest,
  readManifest,
} from './derive-release.ts'
import type { Script } from './syntax-tree.ts'

/** Everything that the checks of one release need. */
export interface CheckInput {
  /** Contents of `remote.json`; null for the shell. */
  declaration: RemoteDeclaration | null
  release: Release
  files: Files
  /** Contract and shared packages of the live shell; null without one. Not used when checking a shell. */
  host: HostFacts | null
  /** The other live remotes; all of them for the shell. */
  others: readonly LiveRemote[]
  /** Other releases of the same remote whose files still exist. */
  kept: readonly KeptRelease[]
  /** The values of the configuration that are set; absent where they are not known. */
  values?: readonly Pick<ConfigRow, 'key' | 'value'>[] | undefined
  /** Returns the size after brotli compression (quality 11, of zlib), in bytes. */
  brotli: (bytes: Uint8Array) => number | Promise<number>
}

/** Input of the checks with the parsed files. */
export interface Context extends CheckInput {
  /** Null for the shell and for containers without a manifest; a message if it cannot be read. */
  manifest: Manifest | string | null
  scripts: readonly Script[]
}

const MAX_FINDINGS = 20

/**
 * Reads the manifest of a remote.
 * @returns the manifest, a message if it cannot be read, or null if none is expected
 */
export const manifestOf = ({ declaration, files }: CheckInput): Context['manifest'] =>
  declaration && !declaration.container ? readManifest(files) : null

/** Collects the findings of one check. Keeps the first MAX_FINDINGS and counts the rest. */
export class Findings {
  readonly found: Finding[] = []
  readonly #omitted = new Map<Finding['level'], number>()
  readonly #check: CheckId

  constructor(check: CheckId) {
    this.#check = check
  }

  add(level: Finding['level'], message: string, file?: string): void {
    const finding: Finding = {
      check: this.#check,
      level,
      message,
      ...(file && { file: displayText(file, 200) }),
    }
    const same = this.found.some((one) => one.message === message && one.file === finding.file)
    if (same) return
    if (this.found.length < MAX_FINDINGS) this.found.push(finding)
    else this.#omitted.set(level, (this.#omitted.get(level) ?? 0) + 1)
  }
  error(message: string, file?: string): void {
    this.add('error', message, file)
  }
  warning(message: string, file?: string): void {
    this.add('warning', message, file)
  }
  info(message: string, file?: string): void {
    this.add('info', message, file)
  }

  all(): Finding[] {
    const omitted = [...this.#omitted].map(([level, count]) => ({
      check: this.#check,
      level,
      message: `and ${count} more like these: fix them and check again`,
    }))
    return [...this.found, ...omitted]
  }
}
