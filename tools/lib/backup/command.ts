import { join, resolve } from 'node:path'
import { ROOT } from '../settings.ts'
import { BackupError } from './manifest.ts'

/** The state folder that a command means: as `npm start` finds it. */
export const homeOf = (named: string | undefined): string =>
  named ? absolute(named) : resolve(process.env.PROPSIGHT_HOME ?? join(ROOT, '.propsight'))

/** A path as it was typed, from where it was typed: npm runs its commands elsewhere. */
export const absolute = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path)

/**
 * Runs a command around a backup file. A refusal is said in one sentence that begins with the file's name, with exit
 * code 1.
 * @param read the words that were typed; null where help is wanted
 */
export async function runBackupCommand(
  help: string,
  read: () => Promise<{ file: string; work(): Promise<void> } | null>,
): Promise<void> {
  try {
    process.loadEnvFile()
  } catch {
    // No .env: the defaults are meant to work.
  }
  let name = ''
  try {
    const asked = await read()
    if (!asked) {
      process.stdout.write(`${help}\n`)
      return
    }
    name = `${asked.file} `
    await asked.work()
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${error instanceof BackupError ? name : ''}${words}\n`)
    process.exitCode = 1
  }
}
