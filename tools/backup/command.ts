import { join, resolve } from 'node:path'
import { openNamedBundleStore } from '../../api/src/services/releases/store/open-bundle-store.ts'
import { loadEnvFile } from '../lib/environment.ts'
import { ROOT } from '../start/start-settings.ts'
import type { HostedProject } from './hosted-project.ts'
import { BackupError } from './manifest.ts'

/** The state folder: the given one, else the one that `npm start` uses. */
export const homeOf = (named: string | undefined): string =>
  named ? absolute(named) : resolve(process.env.PROPSIGHT_HOME ?? join(ROOT, '.propsight'))

/** The hosted project that the environment names. @throws Error naming each variable that is missing or wrong */
export function hostedProject(): HostedProject {
  const { DATABASE_URL: databaseUrl } = process.env
  if (!databaseUrl) throw new Error('DATABASE_URL is not set: a connection to the project in session mode')
  return { databaseUrl, store: openNamedBundleStore(process.env) }
}

/** Resolves a path against the folder in which the command was typed. npm runs its scripts in another one. */
export const absolute = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path)

/**
 * Runs a command on a backup file. An error is printed as one sentence, a BackupError with the file name in
 * front; the exit code is then 1.
 * @param read parses the arguments; returns null to print the help
 */
export async function runBackupCommand(
  help: string,
  read: () => Promise<{ file: string; work(): Promise<void> } | null>,
): Promise<void> {
  loadEnvFile()
  let name = ''
  try {
    const command = await read()
    if (!command) {
      process.stdout.write(`${help}\n`)
      return
    }
    name = `${command.file} `
    await command.work()
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${error instanceof BackupError ? name : ''}${words}\n`)
    process.exitCode = 1
  }
}
