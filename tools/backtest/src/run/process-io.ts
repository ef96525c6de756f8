import type { CommandIo } from './progress.ts'

/** The streams of this process, and where its paths were typed: npm runs scripts from the root. */
export const processIo = (): CommandIo => ({
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  live: process.stderr.isTTY === true,
})
