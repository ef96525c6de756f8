import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError, EXIT } from '../options.ts'
import type { CommandIo } from './progress.ts'

const refusal = (file: string, error: unknown): CommandError =>
  new CommandError(
    `${file}: cannot be written (${error instanceof Error ? error.message : error})`,
    EXIT.failed,
  )

/**
 * Looks before a long run whether a file can be written after it; nothing is asked of a file that nobody wants.
 * @throws CommandError where its folder is not there or takes no files, or it is a folder itself
 */
export function checkWritable(file: string | undefined): void {
  if (file === undefined) return
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isDirectory()) throw new Error('it is a folder')
    accessSync(found ? file : dirname(file), constants.W_OK)
  } catch (error) {
    throw refusal(file, error)
  }
}

/**
 * Writes a file that was asked for, and says so. Whoever interrupts finds the old file or the new one, never a half.
 * @throws CommandError where it cannot be written
 */
export function writeAsked(file: string, text: string, io: CommandIo): void {
  // A pipe or a terminal cannot be replaced.
  const whole = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true
  const part = whole ? `${file}.part` : file
  try {
    writeFileSync(part, text)
    if (whole) renameSync(part, file)
  } catch (error) {
    if (whole) rmSync(part, { force: true })
    throw refusal(file, error)
  }
  io.stderr(`  wrote ${file}\n`)
}
