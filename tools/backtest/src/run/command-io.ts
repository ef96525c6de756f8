/** Output streams and working directory of a command, from the process or a test. */
export interface CommandIo {
  readonly cwd: string
  /** Results. */
  stdout(text: string): void
  /** Progress and errors. */
  stderr(text: string): void
  /** Whether `stderr` is a terminal, in which a line can be overwritten. */
  readonly live: boolean
}

/** Reports the number of finished days: one overwritten line in a terminal, otherwise one line per 10%. */
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
