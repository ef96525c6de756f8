import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError, EXIT } from '../options.ts'
import type { CommandIo } from './command-io.ts'

const refusal = (file: string, error: unknown): CommandError =>
  new CommandError(
    `${file}: cannot be written (${error instanceof Error ? error.message : error})`,
    EXIT.failed,
  )

/**
 * Checks before a long run that an output file can be written. Does nothing for an output that was not
 * requested.
 * @throws CommandError if the folder is missing or not writable, or the path is a folder
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
 * Writes a requested file and reports it. A regular file is replaced atomically, so an interruption leaves no
 * partial file.
 * @throws CommandError if it cannot be written
 */
export function writeAsked(file: string, text: string, io: CommandIo): void {
  // A pipe or a terminal cannot be replaced, so it is written directly.
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
