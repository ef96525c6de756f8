import { setTimeout as wait } from 'node:timers/promises'
import type { Line } from '@propsight/shared/contracts'
import { MLB_MARKETS } from '@propsight/shared/domain'
import type { Cluster } from '../../../support/cluster/start-cluster.ts'
import { type SentRequest, sendFrom } from '../../attacks/support/send-from.ts'
import { atMost, type Row } from '../row.ts'
import { playersOf } from './attackers.ts'
import { addressOf, startRun } from './visitors.ts'

const ADDRESS = addressOf(70, 0)
const DETAILS = 100
/** The budget of an account in a minute, in seconds: see `limitWork`. */
const BUDGET_S = 6
const MAX_SHARE = 50
/** Runs that an account may start in a minute: one market more than that has to wait. */
const RUNS_A_MINUTE = 10
const CREDITS = 100

/**
 * Measures how much of its budget of processor time a bettor uses who does within a minute what takes an evening: every
 * board of the day, a hundred details, and an export. Nothing is cached before, so that the bettor pays for everything.
 * @throws Error when one of the requests is refused
 */
export async function useOfBettor(
  cluster: Pick<Cluster, 'createUser' | 'adminKey'>,
  url: string,
): Promise<Row> {
  const user = await cluster.createUser({ credits: CREDITS })
  const readWork = async () => {
    const metrics = await fetch(`${url}/metrics`, {
      headers: { authorization: `Bearer ${cluster.adminKey}` },
    })
    const seconds = /^propsight_work_seconds_total (\S+)/m.exec(await metrics.text())?.[1]
    if (seconds === undefined) throw new Error(`/metrics answered ${metrics.status} without the counted work`)
    return Number(seconds)
  }
  const ask = async (request: SentRequest) => {
    const { status, text } = await sendFrom(ADDRESS, url, { token: user.token, ...request })
    if (status !== 200) throw new Error(`${request.path} answered ${status}: ${text.slice(0, 200)}`)
    return text
  }
  const before = await readWork()
  let detail: { runId: string; lines: Line[] } = { runId: '', lines: [] }
  for (const category of MLB_MARKETS.slice(0, RUNS_A_MINUTE)) {
    const runId = await startRun(url, ADDRESS, user, 'quick', category)
    const path = `/api/fetch-lines?category=${encodeURIComponent(category)}&limit=300&runId=${runId}`
    const lines: Line[] = JSON.parse(await ask({ path })).players
    if (lines.length > detail.lines.length) detail = { runId, lines }
    await ask({ path: '/api/game-logs', method: 'POST', body: { runId, players: playersOf(lines, 400) } })
  }
  const players = playersOf(detail.lines, DETAILS)
  for (const player of players)
    await ask({ path: '/api/player-detail', method: 'POST', body: { runId: detail.runId, player } })
  await ask({ path: '/api/account/export' })
  // The work of a response is counted when its connection has taken it.
  await wait(100)
  const share = (100 * ((await readWork()) - before)) / BUDGET_S
  const what = `budget of a minute that every board, ${players.length} details and an export use`
  return atMost(what, share, MAX_SHARE, '%')
}
