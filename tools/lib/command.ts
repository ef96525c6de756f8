import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../start/start-settings.ts'

export interface CommandResult {
  code: number
  output: string
}

/**
 * Runs a command of the workspace's `node_modules/.bin` and collects its output; `show` also prints it
 * immediately.
 */
export function command(
  name: string,
  args: string[],
  { show = false, env = {} }: { show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const executable = name === 'node' ? process.execPath : join(ROOT, 'node_modules/.bin', name)
    const child = spawn(executable, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk
        if (show) process.stdout.write(chunk)
      })
    }
    child.once('error', reject)
    child.once('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}
