import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { RunningProduct } from '../product/start-product.ts'

export interface CommandRun {
  /** The JSON document that the command printed. */
  document: Record<string, unknown>
  /** Duration of the process. */
  seconds: number
}

/**
 * Runs `remote … --json` in a checkout against a running product.
 * @throws Error with the output of the process if its exit code is not 0
 */
export async function runRemote(
  folder: string,
  product: Pick<RunningProduct, 'url' | 'adminKey'>,
  args: string[],
): Promise<CommandRun> {
  const begin = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(folder, 'tools/tasks/product/remote.ts'),
      ...args,
      '--json',
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PROPSIGHT_API: product.url, PROPSIGHT_TOKEN: product.adminKey },
    },
  )
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  const seconds = Math.round(performance.now() - begin) / 1_000
  if (code !== 0) throw new Error(`remote ${args.join(' ')} ended with ${code}:\n${out}\n${err}`)
  return { document: JSON.parse(out), seconds }
}
