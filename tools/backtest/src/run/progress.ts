/** Where a command writes, and where paths were typed: the process, or a test. */
export interface CommandIo {
  readonly cwd: string
  /** Results. */
  stdout(text: string): void
  /** Progress and complaints. */
  stderr(text: string): void
  /** Whether `stderr` is a terminal, where a line can be written over. */
  readonly live: boolean
}

/** Days done out of all: one line that is written over in a terminal, else a line for each tenth. */
export function dayProgress({ stderr, live }: CommandIo, all: number): (date: string) => void {
  let done = 0
  let tenths = 0
  return (date) => {
    done += 1
    const last = done >= all
    if (live) {
      stderr(`\r  judged ${done} of ${all} days (${date})${last ? '\n' : ''}`)
    } else if (Math.floor((10 * done) / all) > tenths) {
      tenths = Math.floor((10 * done) / all)
      stderr(`  judged ${done} of ${all} days\n`)
    }
  }
}
