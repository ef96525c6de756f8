import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { PreviewShell } from '@propsight/shared/contracts'
import { resolveTypedPath } from '../../../lib/environment.ts'
import { createPreview, previewOf, shownVersion } from '../../../remote/api/releases.ts'
import type { CommandContext, CommandResult, RemoteIo } from '../../../remote/context.ts'
import { EXIT } from '../../../remote/failure.ts'

export interface TestOptions {
  release?: string
  shell: PreviewShell[]
  run: string
}

/** The result of the tests in one shell. */
interface ShellRun {
  shell: PreviewShell
  /** Null when there is no such shell. */
  version: string | null
  outcome: 'passed' | 'failed' | 'no such shell'
}

/** Runs an npm script of this folder. @returns whether it passed */
async function runScript(io: RemoteIo, script: string, variables: Record<string, string>): Promise<boolean> {
  // The tests do not need the right to deploy.
  const { PROPSIGHT_TOKEN: _, ...env } = io.env
  const child = spawn('npm', ['run', script], {
    cwd: resolveTypedPath('.', io.env),
    env: { ...env, ...variables },
    // Its output is progress: with --json the result is the only document on standard output.
    stdio: ['ignore', 2, 2],
    // A process group of its own, because npm does not pass a signal on to the tests.
    detached: true,
  })
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM')
  io.signal.addEventListener('abort', stop, { once: true })
  const [code] = await once(child, 'exit')
  io.signal.removeEventListener('abort', stop)
  io.signal.throwIfAborted()
  return code === 0
}

const MARK: Record<ShellRun['outcome'], string> = { passed: '✓', failed: '✗', 'no such shell': '–' }

/**
 * Runs the browser tests of this folder once per shell, against a release of the remote on the installation. The tests
 * open the preview link in `PROPSIGHT_PREVIEW`, which selects release and shell in their browser.
 */
export async function testInShells(
  { io, connect, progress }: CommandContext,
  name: string,
  { release, shell: shells, run: script }: TestOptions,
): Promise<CommandResult> {
  const api = await connect()
  const version = await shownVersion(api, name, release)
  const runs: ShellRun[] = []
  for (const shell of shells) {
    const link = await createPreview(api, name, { version, shell })
    if (!link) {
      runs.push({ shell, version: null, outcome: 'no such shell' })
      continue
    }
    const isPassed = await progress.step(`${script} in the ${shell} shell`, () =>
      runScript(io, script, {
        PROPSIGHT_PREVIEW: previewOf(api, link).url,
        PROPSIGHT_RELEASE: version,
        PROPSIGHT_SHELL: shell,
        PROPSIGHT_SHELL_VERSION: link.shell ?? '',
      }),
    )
    runs.push({ shell, version: link.shell, outcome: isPassed ? 'passed' : 'failed' })
  }
  const isOk =
    runs.some(({ outcome }) => outcome === 'passed') && runs.every(({ outcome }) => outcome !== 'failed')
  const lines = runs.map(
    (each) => `  ${MARK[each.outcome]} ${each.shell.padEnd(10)} ${each.version ?? 'there is none'}\n`,
  )
  return {
    document: { name, version, shells: runs, seconds: progress.seconds },
    text: `\n  ${name} ${version}, ${script}\n${lines.join('')}\n`,
    exitCode: isOk ? EXIT.done : EXIT.failed,
  }
}
