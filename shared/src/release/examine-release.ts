import type { Release } from '../contracts/registry.ts'
import type { CheckReport } from '../contracts/release-checks.ts'
import { type CheckInput, checkRelease } from './check-release.ts'
import { type BuiltFolder, deriveRelease, ReleaseError } from './derive-release.ts'

/** The report of files that could not be looked at to the end. @param message why, and what mends it */
export const unreadable = (
  { declaration, files, host }: Pick<CheckInput, 'declaration' | 'files' | 'host'>,
  message: string,
): CheckReport => ({
  ok: false,
  checked: ['files'],
  findings: [{ check: 'files', level: 'error', message }],
  facts: {
    contract: declaration?.contract ?? '',
    hostContract: host?.contract ?? null,
    files: files.size,
    bytes: [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0),
    javascriptBytes: 0,
    budgetBytes: 0,
    shared: [],
  },
})

/**
 * Describes a built folder and checks it, in one go. What cannot be described is a report as well, so that whoever asks
 * always has one; `release` is null then.
 */
export async function examineRelease(
  input: BuiltFolder & Omit<CheckInput, 'release'>,
): Promise<{ release: Release | null; report: CheckReport }> {
  try {
    const release = await deriveRelease(input)
    return { release, report: await checkRelease({ ...input, release }) }
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    return { release: null, report: unreadable(input, error.message) }
  }
}
