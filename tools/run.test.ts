import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ROOT } from './start/start-settings.ts'

const RUN = join(ROOT, 'tools/run.mjs')

describe('npm run conformance', () => {
  it('checks the project of .env, and names the keys that are missing there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'propsight-conformance-'))
    writeFileSync(join(folder, '.env'), 'SUPABASE_URL=http://127.0.0.1:9\n')
    const task = join(ROOT, 'tools/tasks/test/conformance.ts')
    const env = { PATH: process.env.PATH }
    const { status, stderr } = spawnSync(process.execPath, [task], { cwd: folder, env, encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('SECRET_KEY') })
  })
})

describe('scripts of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }

  it('name existing tasks that run.mjs accepts', () => {
    // The pattern is read from run.mjs, so that package.json cannot contain a name that run.mjs refuses.
    const rule = /!(\/\^.+\$\/)\.test\(task\)/.exec(readFileSync(RUN, 'utf8'))?.[1]
    if (!rule) throw new Error('run.mjs checks no task name')
    const takes = new RegExp(rule.slice(1, -1))
    for (const [name, command] of Object.entries(scripts)) {
      // Called by pnpm itself.
      if (name === 'pnpm:devPreinstall') continue
      const [task = ''] = command.replace('node tools/run.mjs ', '').split(' ')
      expect({ name, taken: takes.test(task) }).toEqual({ name, taken: true })
      expect({ name, exists: existsSync(join(ROOT, 'tools/tasks', `${task}.ts`)) }).toEqual({
        name,
        exists: true,
      })
    }
  })

  it.each([
    ['pnpm/9.15.9 npm/? node/v24.0.0', 1],
    ['pnpm/10.5.2 npm/? node/v24.0.0', 1],
    ['pnpm/10.6.0 npm/? node/v24.0.0', 0],
    ['pnpm/12.21.0 npm/? node/v24.0.0', 0],
    ['npm/11.0.0 node/v24.0.0', 0],
  ])('stop an install by %s: exit code %i, with one line that names the command to run', (agent, code) => {
    const { 'pnpm:devPreinstall': check = '' } = scripts
    const env = { ...process.env, npm_config_user_agent: agent }
    const { status, stderr } = spawnSync(check, { cwd: ROOT, shell: true, encoding: 'utf8', env })
    expect(status).toBe(code)
    expect(stderr).toMatch(code ? /^[^\n]*run `npm run dev`[^\n]*\n$/ : /^$/)
  })

  it('exit with 1 for an unknown task before anything is installed', () => {
    for (const task of ['product/nothing', 'product/../../lib/command', '']) {
      const { status, stderr } = spawnSync('node', [RUN, task], { encoding: 'utf8' })
      expect({ task, status }).toEqual({ task, status: 1 })
      expect(stderr).toContain('There is no task')
    }
  })
})

describe('the download of pnpm', () => {
  const readPin = (file: string) => JSON.parse(readFileSync(join(ROOT, 'tools/pnpm', file), 'utf8'))

  it('is pinned by a hash for the package and for the binary of this platform', () => {
    const { packages } = readPin('package-lock.json')
    const version = readPin('package.json').dependencies.pnpm
    const names = [
      'node_modules/pnpm',
      'node_modules/@pnpm/exe.linux-x64',
      'node_modules/@pnpm/exe.linux-arm64',
    ]
    for (const name of names)
      expect(packages[name]).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-.{86}==$/) })
  })

  it('fails when the package has another hash', () => {
    const folder = mkdtempSync(join(tmpdir(), 'propsight-pnpm-'))
    try {
      for (const file of ['run.mjs', 'lib/lock.mjs', 'remote/standalone/prepare.mjs', 'pnpm'])
        cpSync(join(ROOT, 'tools', file), join(folder, 'tools', file), { recursive: true })
      const file = join(folder, 'tools/pnpm/package-lock.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace(/sha512-.{86}==/g, `sha512-${'A'.repeat(86)}==`))
      for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
        writeFileSync(join(folder, name), name === 'package.json' ? '{}' : '')
      mkdirSync(join(folder, 'tools/tasks/product'), { recursive: true })
      writeFileSync(join(folder, 'tools/tasks/product/start.ts'), '')
      const { status, stderr } = spawnSync('node', [join(folder, 'tools/run.mjs'), 'product/start'], {
        encoding: 'utf8',
      })
      expect(status).toBe(1)
      expect(stderr).toMatch(/EINTEGRITY/)
      expect(existsSync(join(folder, '.pnpm-bin/node_modules/.bin/pnpm'))).toBe(false)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 60_000)
})

describe('a product that npm started', () => {
  let root: string
  const alive = (pid: number) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }

  /** Writes a checkout whose start is the real launcher and a product without parts. */
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'propsight-launcher-'))
    for (const file of ['run.mjs', 'lib/lock.mjs', 'remote/standalone/prepare.mjs', 'pnpm'])
      cpSync(join(ROOT, 'tools', file), join(root, 'tools', file), { recursive: true })
    const { pnpm: version } = JSON.parse(
      readFileSync(join(ROOT, 'tools/pnpm/package.json'), 'utf8'),
    ).dependencies
    const write = (file: string, text: string, mode = 0o644) => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text, { mode })
    }
    write(
      'package.json',
      JSON.stringify({ type: 'module', scripts: { start: 'node tools/run.mjs product/start' } }),
    )
    write('pnpm-lock.yaml', '')
    write('pnpm-workspace.yaml', '')
    write('.pnpm-bin/node_modules/pnpm/package.json', `{ "version": "${version}" }`)
    write('.pnpm-bin/node_modules/.bin/pnpm', '#!/bin/sh\n', 0o755)
    mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true })
    symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))
    write(
      'tools/tasks/product/start.ts',
      `import { runProduct } from '${pathToFileURL(join(ROOT, 'tools/start/run-product.ts')).href}'
      setInterval(() => undefined, 1_000)
      await runProduct({
        command: 'npm start',
        begin: async () => ({ url: 'http://127.0.0.1:1', stop: async () => undefined }),
        ready: () => console.log(JSON.stringify({ task: process.pid, launcher: process.ppid })),
      })`,
    )
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it.each([
    ['npm', 'SIGTERM'],
    ['launcher', 'SIGTERM'],
    ['launcher', 'SIGKILL'],
    ['task', 'SIGTERM'],
  ] as const)('ends completely when the %s gets %s', async (target, signal) => {
    const npm = spawn('npm', ['start', '--silent', '--', '--home', root], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(npm, 'exit')
    const [line] = await Promise.race([
      once(createInterface({ input: npm.stdout }), 'line'),
      exited.then(() => Promise.reject(new Error('the launcher ended early'))),
    ])
    const pids = { npm: npm.pid ?? 0, ...(JSON.parse(line) as { task: number; launcher: number }) }
    process.kill(pids[target], signal)
    await exited
    await vi.waitFor(() => expect(Object.values(pids).filter(alive)).toEqual([]), { timeout: 10_000 })
  })
})
