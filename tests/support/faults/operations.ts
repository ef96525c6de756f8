import { randomBytes, randomUUID } from 'node:crypto'
import type { GenerateParlayBody } from '@propsight/shared/contracts'
import { generateParlayResponse, startRunResponse } from '@propsight/shared/contracts'
import { analyze, kindOnly } from '../analysis/run-analysis.ts'
import type { ClusterUser } from '../cluster/start-cluster.ts'
import { linesOf } from '../analysis/lines-of.ts'
import { askForParlays } from '../picks/request-parlays.ts'

export interface Bettor extends ClusterUser {
  myPicks: GenerateParlayBody['myPicks']
}

/** Ids of rows whose creation was acknowledged, so that they must exist after any fault. */
export interface Acknowledged {
  picks: { user: string; id: string }[]
  runs: { user: string; id: string }[]
  parlays: { user: string; id: string }[]
}
export const nothingAcknowledged = (): Acknowledged => ({ picks: [], runs: [], parlays: [] })

/** One operation of the product. Throws if it does not succeed. */
type Use = (url: string, bettor: Bettor, kept: Acknowledged) => Promise<unknown>

const answered = async (response: Response): Promise<Response> => {
  if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`)
  return response
}
const read = async (url: string) => (await answered(await fetch(url))).text()

/** Reads a stream to its end. @throws Error if the last record is not the end record */
async function readStream(url: string): Promise<void> {
  let last = ''
  for await (const line of linesOf(await answered(await fetch(url)))) last = line
  if (!last.includes('"type":"end"')) throw new Error(`the stream was cut after ${last.slice(0, 80)}`)
}

/** The operations of the background load that runs during every fault. */
export const KINDS = {
  board: (url, { token }) => analyze(url, token, 'Hits', kindOnly),
  async save(_url, { client, id: user }, kept) {
    const id = `pick_${Date.now()}_${randomBytes(6).toString('hex')}`
    const { error } = await client
      .from('my_picks')
      .insert({ id, user_id: user, player_name: 'Dax Holloway', sport: 'MLB' })
    if (error) throw new Error(`not saved: ${error.message}`)
    kept.picks.push({ user, id })
  },
  async charge(url, { token, id: user }, kept) {
    const body = { feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }
    const response = await fetch(`${url}/api/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { runId } = startRunResponse.parse(await (await answered(response)).json())
    kept.runs.push({ user, id: runId })
  },
  async parlay(url, { token, myPicks, id: user }, kept) {
    const response = await askForParlays(url, token, { myPicks, idempotencyKey: randomUUID() })
    const { parlays } = generateParlayResponse.parse(await (await answered(response)).json())
    kept.parlays.push(...parlays.map(({ id }) => ({ user, id })))
  },
  async 'sign-in'(_url, { client, email, password }) {
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw new Error(`not signed in: ${error.message}`)
  },
  weather: (url) => read(`${url}/api/weather/CIN?sport=baseball`),
  pitchers: (url) => readStream(`${url}/api/pitchers?phase=strikeouts`),
} satisfies Record<string, Use>

export type Kind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as Kind[]
