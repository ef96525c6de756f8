import { setImmediate as nextTask } from 'node:timers/promises'
import { constants, createContext, runInContext, Script } from 'node:vm'
import type { EvaluationRequest } from './evaluate-container.ts'
import { createFakeDocument, type FileRequest } from './fake-document.ts'
import { createFakePage } from './fake-page.ts'
import { createFakeUrls } from './fake-urls.ts'
import { createModuleLoader } from './module-loader.ts'
import { createOpener, type Opener } from './open-container.ts'

// The process that evaluates one container, started by `evaluateContainer` with neither environment nor rights. All
// objects of the page are created inside of its context, from text; this code hands in text and never reads a
// property of an object that comes out.

const ORIGIN = 'https://propsight.invalid/'
/** Time limit of one script, ms. It ends endless loops also when the process that waits for the result is gone. */
const SCRIPT_TIMEOUT_MS = 10_000
/** A script that used less processor time within its time limit, ms, was not at fault: the machine is busy. */
const MIN_CPU_MS = 2_000
const MAX_STEPS = 3_000
/** Steps without anything to do after which nothing more is expected. */
const MAX_IDLE_STEPS = 30
/** `(self.chunk_x = self.chunk_x || []).push([["12"], …`: the ids of the chunks in a file. */
const DEFINED_CHUNKS = /\.push\(\[\[([\d,"'\w-]{1,200})\]/
/** Chunks that a part loads later: `require.e(12).then(require.bind(require, 7))`, `….then(() => require(7))`. */
const LATE_CHUNK =
  /\b([\w$]{1,40})\.e\(([\w"'-]{1,60})\)\.then\((?:\1\.(?:t\.)?bind\(|\(\)\s?=>\s?(?:\(\)\s?=>\s?)?\1\()/g
/** `Promise.all([require.e(12), require.e(13)]).then(…` with the same continuations. */
const LATE_CHUNKS =
  /Promise\.all\(\[((?:[\w$]{1,40}\.e\([\w"'-]{1,60}\),?\s{0,2}){1,40})\]\)\.then\((?:[\w$]{1,40}\.(?:t\.)?bind\(|\(\)\s?=>)/g

/** The ids of all chunks that scripts define or load: numbers or text. */
function chunkIdsIn(scripts: readonly string[]): (string | number)[] {
  const ids = new Set<string>()
  for (const script of scripts) {
    for (const id of DEFINED_CHUNKS.exec(script)?.[1]?.split(',') ?? []) ids.add(id)
    for (const [, , id = ''] of script.matchAll(LATE_CHUNK)) ids.add(id)
    for (const [, calls = ''] of script.matchAll(LATE_CHUNKS))
      for (const [, id = ''] of calls.matchAll(/\.e\(([^)]+)\)/g)) ids.add(id)
  }
  return [...ids].map((id) => (/^\d+$/.test(id) ? Number(id) : id.replace(/["']/g, '')))
}

/** The process, whose global name is removed. */
const own = process

/** Removes what a script that leaves its context would need to reach the network, or other code of this process. */
function removeGlobals(): void {
  for (const name of ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen', 'mainModule'])
    Reflect.set(process, name, undefined)
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'process'])
    Object.defineProperty(globalThis, name, { value: undefined })
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/** The phase of an evaluation that took too long. */
const timeoutPhase = (): 'timeout' | 'busy' => {
  const { user, system } = own.cpuUsage()
  return (user + system) / 1_000 < MIN_CPU_MS ? 'busy' : 'timeout'
}

interface Failure {
  phase: string
  error: string
  file?: string
}

async function evaluate(request: EvaluationRequest): Promise<object> {
  const { files, entry, isModule, globalName, packages, chunkArrays, shellScripts } = request
  const context = createContext(constants.DONT_CONTEXTIFY, {
    microtaskMode: 'afterEvaluate',
    codeGeneration: { strings: false, wasm: false },
  })
  const source = `(${createOpener})((${createFakePage})(${createFakeUrls}, ${createFakeDocument}))`
  const opener = runInContext(source, context, { filename: 'propsight-sandbox' }) as Opener
  const options = { timeout: SCRIPT_TIMEOUT_MS }
  const decoder = new TextDecoder()
  const missing: string[] = []
  let firstFailure: Failure | null = null

  const failureOf = (error: unknown, path: string): Failure =>
    isTimeout(error)
      ? { phase: timeoutPhase(), error: '', file: path }
      : { phase: 'script', error: opener.describe(error), file: path }
  const run = (path: string, bytes: Uint8Array): Failure | null => {
    opener.setCurrentScript(ORIGIN + path)
    try {
      new Script(decoder.decode(bytes), { filename: path }).runInContext(context, options)
      return null
    } catch (error) {
      return failureOf(error, path)
    } finally {
      opener.setCurrentScript('')
    }
  }
  const runRequested = ({ id, url, kind }: FileRequest) => {
    const path = url.slice(ORIGIN.length).replace(/[?#].*$/, '')
    const bytes = files.get(path)
    const failure = bytes && kind === 'script' ? run(path, bytes) : null
    firstFailure ??= failure
    if (!bytes) missing.push(path)
    opener.finish(id, bytes !== undefined)
  }
  /** Runs what the page waits for, step by step. @returns false if nothing is left to do and it is not done */
  const runUntil = async (isDone: () => boolean): Promise<boolean> => {
    let idle = 0
    for (let step = 0; step < MAX_STEPS && idle < MAX_IDLE_STEPS; step += 1) {
      runInContext('0', context, { ...options, filename: 'propsight-sandbox' })
      // Modules are linked by promises of this process.
      await nextTask()
      if (isDone()) return true
      const next = String(opener.next())
      if (next === '') idle += 1
      else {
        idle = 0
        if (next !== 'timer') runRequested(JSON.parse(next))
      }
    }
    return false
  }
  const evaluateModule = async (): Promise<{ namespace: object } | { failure: Failure }> => {
    const loader = createModuleLoader({
      context,
      origin: ORIGIN,
      timeout: SCRIPT_TIMEOUT_MS,
      createError: opener.createError,
      readText(path) {
        const bytes = files.get(path)
        if (!bytes) missing.push(path)
        return bytes && decoder.decode(bytes)
      },
    })
    const outcome: { settled?: { namespace: object } | { failure: Failure } } = {}
    loader.evaluate(entry).then(
      (namespace) => {
        outcome.settled = { namespace }
      },
      (error: unknown) => {
        outcome.settled = { failure: failureOf(error, entry) }
      },
    )
    await runUntil(() => outcome.settled !== undefined)
    return outcome.settled ?? { failure: { phase: 'pending', error: '', file: entry } }
  }

  // The shell starts in a later task, which never runs: only its packages are evaluated.
  for (const [path, bytes] of shellScripts) {
    const failure = run(path, bytes)
    if (failure?.phase === 'busy') return failure
  }
  const container = files.get(entry)
  if (!container) return { phase: 'container', error: '' }
  let namespace: object | null = null
  if (isModule) {
    const outcome = await evaluateModule()
    if ('failure' in outcome) return { missing, ...outcome.failure }
    namespace = outcome.namespace
  } else {
    const failure = run(entry, container)
    if (failure) return failure
  }

  const chunks = chunkIdsIn(
    [...files].flatMap(([path, bytes]) => (path.endsWith('.js') ? [decoder.decode(bytes)] : [])),
  )
  const chunksByArray = Object.fromEntries(chunkArrays.map((name) => [name, chunks]))
  opener.open(namespace ?? globalName, JSON.stringify(packages), JSON.stringify(chunksByArray))
  const isSettled = await runUntil(() => String(opener.result()) !== '')
  const result = isSettled ? JSON.parse(String(opener.result())) : { phase: 'pending', error: '' }
  return { missing, ...result, ...(firstFailure ?? {}) }
}

// A rejection that no code handles does not stop a page.
own.on('unhandledRejection', () => undefined)
own.once('disconnect', () => own.exit(1))
own.once('message', async (request: EvaluationRequest) => {
  removeGlobals()
  let result: object
  try {
    result = await evaluate(request)
  } catch (error) {
    result = { phase: isTimeout(error) ? timeoutPhase() : 'pending', error: '' }
  }
  own.send?.(result, () => own.exit(0))
})
