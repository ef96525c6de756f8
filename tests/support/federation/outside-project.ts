import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunningProduct } from '../product/start-product.ts'

/** A remote in a folder outside of this repository, made with the kit of a running product. */
export interface OutsideProject {
  folder: string
  /** Runs a command in the folder. @returns its standard output, its standard error and its duration */
  run(command: string, ...args: string[]): Promise<{ output: string; errors: string; seconds: number }>
  /** Starts `propsight dev`. @returns the address that it prints, and the end of all its processes */
  startDev(port: number): Promise<{ address: string; stop(): Promise<void> }>
  /** Replaces a text in a file. */
  edit(file: string, from: string, to: string): void
  /** Creates a file. */
  write(file: string, text: string): void
  remove(): void
}

/** Runs a command to its end. @throws Error with its output if its exit code is not 0 */
async function runToEnd(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const begun = performance.now()
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}${errors}`)
  return { output, errors, seconds: (performance.now() - begun) / 1000 }
}

async function startDev(folder: string, env: NodeJS.ProcessEnv, port: number) {
  const command = join(folder, 'node_modules/@propsight/remote-kit/cli/cli.js')
  const child = spawn(process.execPath, [command, 'dev', '--port', String(port)], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  for await (const line of createInterface({ input: child.stderr })) {
    const [address] = /http\S+\?dev-remote=\S+/.exec(line) ?? []
    if (address) {
      child.stderr.resume()
      return { address, stop }
    }
  }
  throw new Error('propsight dev ended before it printed an address')
}

/**
 * Creates a project as `docs/remotes.md` describes it for other repositories: with npm and the address of a product.
 * @param bundler a template of the kit
 */
export async function createOutsideProject(
  product: Pick<RunningProduct, 'url' | 'adminKey'>,
  name: string,
  bundler: string,
): Promise<OutsideProject> {
  const parent = mkdtempSync(join(tmpdir(), 'propsight-outside-'))
  const folder = join(parent, name)
  // Without the settings of the npm that runs the tests, such as the folder in which it was called.
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^(npm_|INIT_CWD$|NODE_OPTIONS$)/.test(key),
  )
  const env = {
    ...Object.fromEntries(inherited),
    PROPSIGHT_API: product.url,
    PROPSIGHT_TOKEN: product.adminKey,
  }
  const kit = `--package=${product.url}/api/remote-kit.tgz`
  await runToEnd(
    'npm',
    ['exec', '--yes', kit, '--', 'propsight', 'new', name, '--bundler', bundler],
    parent,
    env,
  )
  return {
    folder,
    run: (command, ...args) => runToEnd(command, args, folder, env),
    startDev: (port) => startDev(folder, env, port),
    edit(file, from, to) {
      const text = readFileSync(join(folder, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
      writeFileSync(join(folder, file), text.replace(from, to))
    },
    write: (file, text) => writeFileSync(join(folder, file), text),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  }
}
