import { fork } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type { RemoteDeclaration } from '../../contracts/releases/registry.ts'
import { type Evaluation, evaluationSchema } from '../evaluation.ts'
import { containerFile, readManifest } from '../manifest.ts'
import { entryOf, globalsOf } from '../release-files.ts'
import { type Files, type HostFacts, textOf } from '../types.ts'

// Evaluates the container of a remote like a page, in a process of its own. Used by the `remote` command and the API.

const TIMEOUT_MS = 20_000
const MAX_HEAP_MB = 256

/** The live shell: its packages, and the scripts of its first view, in order. */
export interface ShellToEvaluate {
  host: HostFacts
  scripts: readonly (readonly [path: string, bytes: Uint8Array])[]
}

const SCRIPT_TAG = /<script\b[^>]*\ssrc="([\w./~:-]{1,300})"/g
/** Address of a shell release, which the API puts in front of the paths in its page. */
const RELEASE_ADDRESS = /^.*\/bundles\/shell\/[^/]+\//

/**
 * Reads the scripts that the page of a shell loads.
 * @param read returns a file of the shell's release, or null; the page may be the one that the API serves
 */
export async function readShellScripts(
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<ShellToEvaluate['scripts']> {
  const page = await read(entryOf(null))
  const scripts: [string, Uint8Array][] = []
  for (const [, address = ''] of page ? textOf(page).matchAll(SCRIPT_TAG) : []) {
    const path = address.replace(RELEASE_ADDRESS, '')
    const bytes = await read(path)
    if (bytes) scripts.push([path, bytes])
  }
  return scripts
}

/** The message to the process of the sandbox. */
export interface EvaluationRequest {
  files: ReadonlyMap<string, Uint8Array>
  entry: string
  /** Whether the entry is an ES module. */
  isModule: boolean
  globalName: string
  packages: Record<string, string>
  /** Names of the chunk arrays. */
  chunkArrays: string[]
  shellScripts: ShellToEvaluate['scripts']
}

/** The file, format and global name of the container; null if the manifest cannot be read, which a check reports. */
function containerOf(
  declaration: RemoteDeclaration,
  files: Files,
): Pick<EvaluationRequest, 'entry' | 'isModule' | 'globalName'> | null {
  const { container } = declaration
  if (container) return { entry: container.file, isModule: false, globalName: container.global }
  const manifest = readManifest(files)
  if (typeof manifest === 'string') return null
  const { globalName, remoteEntry } = manifest.metaData
  return { entry: containerFile(manifest), isModule: remoteEntry.type === 'module', globalName }
}

/** The program of the process, next to this file; a build of the command contains both as JavaScript. */
const SOURCE = new URL('./sandbox-process.ts', import.meta.url)
const PROGRAM = import.meta.url.endsWith('.ts') ? SOURCE : new URL(SOURCE.href.replace(/\.ts$/, '.js'))

/** The process has neither an environment nor the right to read files, start processes or load addons. */
const PERMISSIONS = process.allowedNodeEnvironmentFlags.has('--permission')
  ? ['--permission', `--allow-fs-read=${import.meta.dirname}/*`]
  : []

const ended = (phase: Evaluation['phase']): Evaluation => evaluationSchema.parse({ phase, error: '' })

/**
 * Evaluates the container of a remote against the packages of the live shell, as a page does: runs its script,
 * initialises it, gets `./remote`, evaluates the module and loads the other chunks. The code is untrusted: it runs in
 * a process without rights and environment, with limits on time and memory, in a context without access to the
 * process. `vm` is not a security boundary, so the process is the boundary (docs/adr/0058).
 * @returns null for a shell, and for a remote without a readable container
 * @throws Error when the process cannot be started
 */
export async function evaluateContainer(
  { declaration, files }: { declaration: RemoteDeclaration | null; files: Files },
  shell: ShellToEvaluate,
  { timeoutMs = TIMEOUT_MS, maxHeapMb = MAX_HEAP_MB } = {},
): Promise<Evaluation | null> {
  const container = declaration && containerOf(declaration, files)
  if (!container) return null
  const scripts = new Map([...files].filter(([path]) => /\.(m?js|css)$/.test(path)))
  const versions = shell.host.shared.flatMap(({ name, version }) => (version ? [[name, version]] : []))
  const request: EvaluationRequest = {
    ...container,
    files: scripts,
    packages: Object.fromEntries(versions),
    chunkArrays: globalsOf(files, declaration.container).chunks,
    shellScripts: shell.scripts,
  }
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    env: {},
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // Code that leaves its context cannot compile text either.
      '--disallow-code-generation-from-strings',
      '--experimental-vm-modules',
      `--max-old-space-size=${maxHeapMb}`,
      ...PERMISSIONS,
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const timer = new AbortController()
  try {
    return await new Promise<Evaluation>((resolve, reject) => {
      setTimeout(timeoutMs, ended('timeout'), { signal: timer.signal }).then(resolve, reject)
      child.once('message', (result) => {
        const parsed = evaluationSchema.safeParse(result)
        resolve(parsed.success ? parsed.data : ended('pending'))
      })
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        // V8 ends the process in this way when it runs out of memory.
        if (signal !== null || (code ?? 0) > 128) resolve(ended('memory'))
        else reject(new Error(`the sandbox ended without a result (${code})`))
      })
      child.send(request, (error) => {
        if (error) reject(error)
      })
    })
  } finally {
    timer.abort()
    child.kill('SIGKILL')
  }
}
