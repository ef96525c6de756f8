import { join } from 'node:path'
import type { CheckReport, Release } from '@propsight/shared/contracts'
import { type examineRelease, unreadableReport } from '@propsight/shared/release'
import { forkIsolated } from '../../../platform/concurrency/fork-isolated.ts'

const TIMEOUT_MS = 30_000
const MAX_HEAP_MB = 256
const MAX_MEMORY_MB = 768
/**
 * Folder of the compiled parsers: every deploy starts the process again, and compiling them takes longer than the checks.
 * It is in the installation, because any local user could write compiled code into the system's temporary folder.
 */
const COMPILE_CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/propsight-checks')

export type ExamineInput = Omit<Parameters<typeof examineRelease>[0], 'brotli'>
/** `release` is null if the files are not a valid release. */
export interface Examined {
  release: Release | null
  report: CheckReport
}
export type Examine = (input: ExamineInput) => Promise<Examined>

/** The result for a release whose checks did not finish. */
const unfinishedReport = (input: ExamineInput, why: string): Examined => ({
  release: null,
  report: unreadableReport(input, `The checks of this release ${why}: make its files smaller or simpler`),
})

/**
 * Describes and checks a release in a separate process with limits on time and memory. Parsing untrusted files
 * therefore neither delays requests nor crashes the API. A worker thread is not enough: if it runs out of
 * memory, the whole process ends. The code of the release is parsed and never run.
 * @throws Error if the process fails for another reason
 */
export async function examineInChildProcess(
  input: ExamineInput,
  { timeoutMs = TIMEOUT_MS, maxHeapMb = MAX_HEAP_MB, maxMemoryMb = MAX_MEMORY_MB } = {},
): Promise<Examined> {
  const { promise, resolve, reject } = Promise.withResolvers<Examined>()
  const child = forkIsolated(new URL('./examine-child.ts', import.meta.url), {
    maxHeapMb,
    maxMemoryMb,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    flags: [`--allow-fs-write=${join(COMPILE_CACHE, '*')}`],
  })
  const timer = setTimeout(() => resolve(unfinishedReport(input, 'took too long')), timeoutMs)
  child.once('message', (found) => resolve(found as Examined))
  child.once('error', reject)
  child.once('exit', (code, signal) => {
    // V8 ends the process in this way when it runs out of memory.
    if (signal !== null || (code ?? 0) > 128) resolve(unfinishedReport(input, 'took too much memory'))
    else reject(new Error(`the checks ended without a report (${code})`))
  })
  try {
    child.send(input, (error) => {
      if (error) reject(error)
    })
    return await promise
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}
