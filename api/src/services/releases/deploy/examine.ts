import { fork } from 'node:child_process'
import type { CheckReport, Release } from '@propsight/shared/contracts'
import { type examineRelease, unreadable } from '@propsight/shared/release'

const TIMEOUT_MS = 30_000
const MAX_HEAP_MB = 256

export type ExamineInput = Omit<Parameters<typeof examineRelease>[0], 'brotli'>
/** `release` is null where the files cannot be described as one. */
export interface Examined {
  release: Release | null
  report: CheckReport
}
export type Examine = (input: ExamineInput) => Promise<Examined>

/** A build that could not be looked at to the end. */
const gaveUp = (input: ExamineInput, why: string): Examined => ({
  release: null,
  report: unreadable(input, `The checks of this release ${why}: make its files smaller or simpler`),
})

/**
 * Describes and checks a release in a process of its own, with its time and memory bounded: parsing somebody's files
 * neither holds up what visitors wait for, nor takes the API down with it. (A thread would: what exhausts its memory
 * ends the whole process.)
 * @throws Error where that process fails for a reason of ours
 */
export function examineApart(
  input: ExamineInput,
  { timeoutMs = TIMEOUT_MS, maxHeapMb = MAX_HEAP_MB } = {},
): Promise<Examined> {
  const { promise, resolve, reject } = Promise.withResolvers<Examined>()
  const child = fork(new URL('./examine-child.ts', import.meta.url), {
    // Keeps bytes and maps what they are.
    serialization: 'advanced',
    // No secrets, none of this process's own flags, and nothing to say but its answer.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${maxHeapMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const timer = setTimeout(() => resolve(gaveUp(input, 'took too long')), timeoutMs)
  child.once('message', (found) => resolve(found as Examined))
  child.once('error', reject)
  child.once('exit', (code, signal) => {
    // That is how the engine ends when it is out of memory.
    if (signal !== null || (code ?? 0) > 128) resolve(gaveUp(input, 'took too much memory'))
    else reject(new Error(`the checks ended without a report (${code})`))
  })
  child.send(input, (error) => error && reject(error))
  return promise.finally(() => {
    clearTimeout(timer)
    child.kill('SIGKILL')
  })
}
