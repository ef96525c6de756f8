import type { CommandIo } from './command-io.ts'

/**
 * The streams of this process. npm runs scripts in the root; `INIT_CWD` is the folder in which npm was
 * called.
 */
export const processIo = (): CommandIo => ({
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  live: process.stderr.isTTY === true,
})
