import { writeFileSync } from 'node:fs'
import { CommandError, EXIT } from '../options.ts'
import type { CommandIo } from './progress.ts'

/**
 * Writes a file that was asked for, and says so.
 * @throws CommandError where it cannot be written
 */
export function writeAsked(file: string, text: string, io: CommandIo): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CommandError(
      `${file}: cannot be written (${error instanceof Error ? error.message : error})`,
      EXIT.failed,
    )
  }
  io.stderr(`  wrote ${file}\n`)
}
