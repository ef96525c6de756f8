import { defineAnswers, ndjson } from '@propsight/harness'
import {
  type FetchLinesResponse,
  fetchLinesQuery,
  type PitcherRecord,
  pitchersQuery,
} from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import { factsOf, linesOf, pitchersOf } from './sample-pitchers.ts'

const PITCHER_DELAY_MS = 150
const delay = () => new Promise((done) => setTimeout(done, PITCHER_DELAY_MS))

async function* streamOf(query: unknown): AsyncGenerator<PitcherRecord> {
  const { date = easternDate(new Date()), phase, skip } = pitchersQuery.parse(query)
  const pitchers = pitchersOf(date)
  yield { type: 'start', date, season: Number(date.slice(0, 4)), phase, pitchers }
  const skipped = new Set(skip?.split(',').map(Number))
  const requested = pitchers.filter(({ id }) => !skipped.has(id))
  for (const pitcher of requested) {
    await delay()
    yield factsOf(pitcher, phase, date)
  }
  yield { type: 'end', done: requested.length, missing: 0, readAt: new Date().toISOString(), stale: false }
}

export default defineAnswers({
  api: {
    'GET /api/pitchers': ({ query }) => ndjson(streamOf(query)),
    'GET /api/fetch-lines': ({ query }): FetchLinesResponse => {
      const { category, oddsType } = fetchLinesQuery.parse(query)
      const players = linesOf(category, easternDate(new Date())).filter(
        (line) => oddsType === 'All' || line.oddsType === oddsType,
      )
      return { players, readAt: new Date().toISOString(), stale: false, skipped: 0 }
    },
  },
})
