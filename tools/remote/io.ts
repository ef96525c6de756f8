/** Where a command reads and writes: the process, or a test. */
export interface RemoteIo {
  env: NodeJS.ProcessEnv
  /** Results: with `--json` the one document and nothing else. */
  stdout(text: string): void
  /** Progress and complaints. */
  stderr(text: string): void
  /** Aborted by Ctrl-C and SIGTERM. */
  signal: AbortSignal
  /** Whether results may be coloured. */
  colours: boolean
  /** Milliseconds before a lost request is tried again. */
  retryMs: number
}

/** What commands say while they run, each step with its seconds. */
export interface Progress {
  step<T>(title: string, work: () => Promise<T> | T): Promise<T>
  note(text: string): void
  /** Seconds per step so far, in order. */
  readonly seconds: Record<string, number>
}

const round = (ms: number): number => Math.round(ms / 10) / 100

/** @param quiet with `--json`: times are still taken, nothing is written */
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
