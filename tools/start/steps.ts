/**
 * Progress output: each step with its duration when it ends; with `json`, one event per line on standard
 * output.
 */
export interface Steps {
  run<T>(title: string, work: () => Promise<T> | T): Promise<T>
  note(text: string): void
  /** @param text printed instead of the event without `json` */
  event(event: string, data?: Record<string, unknown>, text?: string): void
}

const seconds = (begun: number): string => `${((performance.now() - begun) / 1000).toFixed(1)} s`

export function createSteps({ json = false }: { json?: boolean } = {}): Steps {
  const line = (text: string) => {
    if (!json) process.stderr.write(`${text}\n`)
  }
  const event: Steps['event'] = (name, data = {}, text) => {
    if (json) process.stdout.write(`${JSON.stringify({ event: name, ...data })}\n`)
    else if (text !== undefined) line(text)
  }
  return {
    event,
    note: (text) => event('note', { text }, `  ${text}`),
    async run(title, work) {
      const begun = performance.now()
      try {
        const result = await work()
        line(`✓ ${title} ${seconds(begun)}`)
        event('step', { title, ms: Math.round(performance.now() - begun) })
        return result
      } catch (error) {
        line(`✗ ${title} ${seconds(begun)}`)
        throw error
      }
    },
  }
}
