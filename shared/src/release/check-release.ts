import type { Release } from '../contracts/releases/registry.ts'
import type { CheckId, CheckReport, Finding } from '../contracts/releases/rollout.ts'
import { checkBudget } from './checks/budget.ts'
import { checkCss } from './checks/css.ts'
import { checkEval } from './checks/eval.ts'
import { checkFiles, checkIntegrity, checkPlacement } from './checks/files.ts'
import { checkContract, checkManifest, checkSlots } from './checks/manifest.ts'
import { checkOrigins } from './checks/origins.ts'
import { checkShared } from './checks/shared.ts'
import { type CheckInput, type Context, Findings, manifestOf } from './context.ts'
import { type BuiltFolder, deriveRelease, ReleaseError } from './derive-release.ts'
import { displayText } from './manifest.ts'
import { parseScripts } from './syntax-tree.ts'

/** Returns the report for files that could not be checked. @param message the problem and its solution */
export const unreadableReport = (
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
    return { release: null, report: unreadableReport(input, error.message) }
  }
}

export type { CheckInput } from './context.ts'

/** Runs one check. An exception, caused by the content of a file, becomes a finding as well. */
async function run<T>(
  check: CheckId,
  findings: Finding[],
  runCheck: (found: Findings) => T | Promise<T>,
): Promise<T | undefined> {
  const found = new Findings(check)
  let result: T | undefined
  try {
    result = await runCheck(found)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    found.error(
      `these files cannot be checked (${displayText(reason)}): simplify the output of the build and build again`,
    )
  }
  findings.push(...found.all())
  return result
}

/**
 * Runs all checks of a release. The server decides by them; the `doctor` command runs them when it has no server. Pure and bounded in work; never throws because of the content of the files.
 */
export async function checkRelease(input: CheckInput): Promise<CheckReport> {
  const { release, files } = input
  const context: Context = { ...input, manifest: manifestOf(input), scripts: parseScripts(files) }
  const findings: Finding[] = []
  const checked: CheckId[] = []
  const check = <T>(id: CheckId, runCheck: (found: Findings) => T | Promise<T>) => {
    checked.push(id)
    return run(id, findings, runCheck)
  }
  await check('files', (found) => checkFiles(context, found))
  await check('integrity', (found) => checkIntegrity(context, found))
  await check('manifest', (found) => checkManifest(context, found))
  await check('contract', (found) => checkContract(context, found))
  await check('placement', (found) => {
    checkPlacement(context, found)
    checkSlots(context, found)
  })
  const shared = await check('shared', (found) => checkShared(context, found))
  await check('css', (found) => checkCss(context, found))
  await check('eval', (found) => checkEval(context, found))
  await check('origins', (found) => checkOrigins(context, found))
  const weight = await check('budget', (found) => checkBudget(context, found))
  return {
    ok: findings.every(({ level }) => level !== 'error'),
    checked,
    findings,
    facts: {
      contract: displayText(release.contract, 20),
      hostContract: input.host?.contract ?? null,
      files: files.size,
      bytes: [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0),
      javascriptBytes: weight?.javascriptBytes ?? 0,
      budgetBytes: weight?.budgetBytes ?? 0,
      shared: shared ?? [],
    },
  }
}
