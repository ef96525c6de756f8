import { createGameReader, type GameReader } from '../services/picks/grading/read-games.ts'
import { gradeLegs } from '../services/picks/grading/grade-legs.ts'
import { gradeParlays } from '../services/picks/grading/grade-parlays.ts'
import type { Job } from './jobs.ts'

/** One game reader per upstream, so that each run of the job uses the cache of the previous one. */
const readers = new WeakMap<object, GameReader>()

/** Settles picks and parlays whose games have ended. */
export const settleOpenLegs: Job = {
  name: 'settle-legs',
  cron: '* * * * *',
  expireInSeconds: 300,
  async run(deps) {
    const reader = readers.get(deps.upstream) ?? createGameReader(deps)
    readers.set(deps.upstream, reader)
    const legs = await gradeLegs(deps, reader)
    const parlays = await gradeParlays(deps)
    if (legs + parlays > 0) deps.log.info({ legs, parlays }, 'lines were settled')
  },
}
