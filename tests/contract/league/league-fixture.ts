import { createLog, createUpstream } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock, type SportCode } from '@propsight/shared/domain'

/** The sample league needs no pacing, and its faults have their own tests. */
export const AT_ONCE = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }

/** Starts the sample league and the real clients of its services, at an instant (ISO 8601). */
export async function startLeagueFixture(instant: string, sports: readonly SportCode[] = []) {
  const clock = parseLeagueClock(`frozen:${instant}`)
  const log = createLog('silent')
  const league = await startTestLeague({ clock })
  const upstream = createUpstream({
    statsUrl: league.url,
    linesUrl: league.url,
    redis: null,
    log,
    pacing: AT_ONCE,
    sports,
  })
  const close = async () => {
    await upstream.close()
    await league.close()
  }
  return { clock, log, league, upstream, close }
}
