// The entry point of `npm start`, `npm test` and every other script of the root package.json.
// Runs on any Node >= 20 with npm: fetches the pinned pnpm, installs from the frozen lockfile if it has
// changed, then runs the task under the project's own Node 24. Release commands that need no build run without the
// install.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lib/lock.mjs'
import { needsNoWorkspace, prepareWithoutWorkspace } from './remote/standalone/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const PARENT_CHECK_MS = 500
const parent = process.ppid
const windows = process.platform === 'win32'
const pnpmHome = join(root, '.pnpm-bin')
// The lockfile pins pnpm and its binary by hash, so that a registry cannot replace the program that installs the rest.
const pnpmPin = join(root, 'tools', 'pnpm')
const PNPM_VERSION = JSON.parse(readFileSync(join(pnpmPin, 'package.json'), 'utf8')).dependencies.pnpm
const pnpmBin = join(pnpmHome, 'node_modules', '.bin', windows ? 'pnpm.cmd' : 'pnpm')
const node24 = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
const stampFile = join(root, 'node_modules', '.propsight-installed')

const [task, ...rest] = process.argv.slice(2)
// npm removes the `--` before the arguments of a script. Without npm it is the first argument.
const args = rest[0] === '--' ? rest.slice(1) : rest
const quiet = args.includes('--json')

function say(text) {
  if (!quiet) process.stderr.write(`${text}\n`)
}

/** Runs a step and prints its duration; its output is printed only if it fails. */
function step(title, command, commandArgs) {
  const begun = performance.now()
  const result = spawnSync(command, commandArgs, {
    cwd: root,
    encoding: 'utf8',
    shell: windows,
    maxBuffer: 1 << 26,
  })
  if (result.status !== 0) {
    process.stderr.write(
      `✗ ${title}\n${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}\n`,
    )
    process.exit(1)
  }
  say(`✓ ${title} ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** Hash of everything that determines the installed packages. */
function installedState() {
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function install() {
  const expected = installedState()
  const current = existsSync(stampFile) && existsSync(node24) ? readFileSync(stampFile, 'utf8') : ''
  if (current === expected) return
  if (
    !existsSync(pnpmBin) ||
    !readFileSync(join(pnpmHome, 'node_modules/pnpm/package.json'), 'utf8').includes(`"${PNPM_VERSION}"`)
  ) {
    mkdirSync(pnpmHome, { recursive: true })
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(pnpmPin, file), join(pnpmHome, file))
    step(`pnpm ${PNPM_VERSION}`, 'npm', [
      'install',
      '--prefix',
      pnpmHome,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ])
  }
  rmSync(stampFile, { force: true })
  step('packages from the lockfile', pnpmBin, ['install', '--frozen-lockfile', '--reporter=append-only'])
  writeFileSync(stampFile, expected)
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(`Propsight needs Node 20 or newer to start; this is ${process.version}.\n`)
  process.exit(1)
}
const taskFile = join(root, 'tools', 'tasks', `${task}.ts`)
if (!task || !/^[a-z]+\/[a-z0-9-]+$/.test(task) || !existsSync(taskFile)) {
  process.stderr.write(`There is no task '${task ?? ''}'. The scripts of package.json list the tasks.\n`)
  process.exit(1)
}

let runtime = { node: node24, options: [] }
if (task === 'product/remote' && needsNoWorkspace(args))
  runtime = await prepareWithoutWorkspace({ root, node24, say, step })
else await withLock(join(root, '.pnpm-bin.lock'), 'another install in this folder', install, say)

// These run for hours and mostly wait: a small young generation takes less memory (see supervised-service.ts).
// A module that is in the compile cache needs no type stripping: without the cache each process keeps Node's TypeScript
// parser, 18 MB. In the installation, because any local user could write into the temporary folder.
const memory = {}
const isProduct = task === 'product/start' || task === 'product/dev'
if (isProduct) {
  // No local signal opens an inspector beside the secrets.
  runtime.options.push('--max-semi-space-size=4', '--disable-sigusr1')
  memory.NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'propsight-start')
}
const nodeArgs = ['--disable-warning=ExperimentalWarning', ...runtime.options, taskFile, ...args]
const child = spawn(runtime.node, nodeArgs, {
  cwd: root,
  // The product stops when this channel closes, so that it does not outlive a killed launcher.
  stdio: process.send || isProduct ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  env: {
    // The folder in which the command was typed. npm and pnpm set it, plain node does not.
    INIT_CWD: process.cwd(),
    ...memory,
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${windows ? ';' : ':'}${process.env.PATH}`,
  },
})
// The task decides how to stop. A terminal sends Ctrl-C to the whole process group; other signals are
// forwarded.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
process.on('SIGHUP', () => child.kill('SIGHUP'))
// npm and pnpm send a signal to the shell between them and this process. The shell ends without forwarding it.
if (process.env.npm_lifecycle_event) {
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    child.kill('SIGTERM')
  }, PARENT_CHECK_MS)
}
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
