import type { Release, RemoteDeclaration } from '../contracts/registry.ts'
import type { CheckId, Finding } from '../contracts/release-checks.ts'
import type { Script } from './code/parse-script.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { shown } from './text.ts'
import type { Files, HostFacts, KeptRelease, LiveRemote } from './types.ts'

export interface CheckInput {
  /** remote.json; null for the shell. */
  declaration: RemoteDeclaration | null
  release: Release
  files: Files
  /** What the live shell speaks and brings; null where there is none yet. Not used for the shell itself. */
  host: HostFacts | null
  /** The other live remotes; for the shell all of them. */
  others: readonly LiveRemote[]
  /** Other releases of the same remote whose files are still there. */
  kept: readonly KeptRelease[]
  /** Bytes of this text in brotli, quality 11 (zlib's). */
  brotli: (bytes: Uint8Array) => number | Promise<number>
}

/** What the checks look at, read once. */
export interface Context extends CheckInput {
  /** Null for the shell and for containers without one; a sentence where it cannot be read. */
  manifest: Manifest | string | null
  scripts: readonly Script[]
}

const MAX_FINDINGS = 20

export const manifestOf = ({ declaration, files }: CheckInput): Context['manifest'] =>
  declaration && !declaration.container ? readManifest(files) : null

/** Collects what one check finds; of a thousand findings of one kind the first few are enough to read. */
export class Findings {
  readonly found: Finding[] = []
  readonly #left = new Map<Finding['level'], number>()
  readonly #check: CheckId

  constructor(check: CheckId) {
    this.#check = check
  }

  add(level: Finding['level'], message: string, file?: string): void {
    const finding: Finding = { check: this.#check, level, message, ...(file && { file: shown(file, 200) }) }
    const same = this.found.some((one) => one.message === message && one.file === finding.file)
    if (same) return
    if (this.found.length < MAX_FINDINGS) this.found.push(finding)
    else this.#left.set(level, (this.#left.get(level) ?? 0) + 1)
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
    const left = [...this.#left].map(([level, count]) => ({
      check: this.#check,
      level,
      message: `and ${count} more like these: mend them and check again`,
    }))
    return [...this.found, ...left]
  }
}
