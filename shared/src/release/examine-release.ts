import type { Release } from '../contracts/releases/registry.ts'
import type { CheckReport } from '../contracts/releases/release-checks.ts'
import { type CheckInput, checkRelease } from './check-release.ts'
import { type BuiltFolder, deriveRelease, ReleaseError } from './derive-release.ts'

/** Returns the report for files that could not be checked. @param message the problem and its solution */
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
 * Derives the release of a built folder and checks it. If it cannot be derived, `release` is null and the
 * report contains the reason.
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
