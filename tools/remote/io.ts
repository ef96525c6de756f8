/** The environment and the streams of a command: the process's, or a test's. */
export interface RemoteIo {
  env: NodeJS.ProcessEnv
  /** Results; with `--json` only the JSON document. */
  stdout(text: string): void
  /** Progress and errors. */
  stderr(text: string): void
  /** Aborted on SIGINT, SIGTERM and SIGHUP. */
  signal: AbortSignal
  /** Whether results may be coloured. */
  colours: boolean
  /** Milliseconds before a lost request is retried. */
  retryMs: number
}

/** Progress output of a command, each step with its duration in seconds. */
export interface Progress {
  step<T>(title: string, work: () => Promise<T> | T): Promise<T>
  note(text: string): void
  /** Seconds per step so far, in order. */
  readonly seconds: Record<string, number>
}

const round = (ms: number): number => Math.round(ms / 10) / 100

/** @param quiet with `--json`: durations are measured, but nothing is written */
export function createProgress(io: Pick<RemoteIo, 'stderr'>, { quiet }: { quiet: boolean }): Progress {
  const seconds: Record<string, number> = {}
  const say = (text: string) => {
    if (!quiet) io.stderr(`${text}\n`)
  }
  return {
    seconds,
    note: (text) => say(`  ${text}`),
    async step(title, work) {
      const begun = performance.now()
      let mark = '✗'
      try {
        const result = await work()
        mark = '✓'
        return result
      } finally {
        seconds[title] = round(performance.now() - begun)
        say(`${mark} ${title} ${seconds[title].toFixed(2)} s`)
      }
    },
  }
}
