import type { Job } from './jobs.ts'

/** Releases the credits of every run whose hold expired without a capture. */
export const sweepRuns: Job = {
  name: 'sweep-runs',
  cron: '* * * * *',
  expireInSeconds: 50,
  async run({ repositories, log }) {
    const released = await repositories.runs.sweep()
    if (released > 0) log.info({ released }, 'holds that expired were given back')
  },
}
