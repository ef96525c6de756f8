import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '../../../support/rounds.ts'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { SERVER_FUNCTIONS } from './server-functions.ts'

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
  user = await personas.createUser()
})
afterAll(() => personas?.close())

/** A value of each JSON type, and forms that a conversion to another type could trip over. */
const VALUES: readonly unknown[] = [
  null,
  true,
  -1.5,
  1e300,
  '',
  '{"a":',
  {},
  { a: { b: [1] } },
  [],
  [1, 'a', {}],
  [null],
  [{ a: 1 }],
]
const AT_ONCE = 6

interface Call {
  name: string
  body: object
}

/** Calls of a function with each argument replaced by each value, and with all of them replaced. */
const callsOf = (name: string, body: object, values: readonly unknown[]): Call[] =>
  values.flatMap((value) => [
    ...Object.keys(body).map((argument) => ({ name, body: { ...body, [argument]: value } })),
    { name, body: Object.fromEntries(Object.keys(body).map((argument) => [argument, value])) },
  ])

/** @returns the calls that are answered with a server error */
async function findServerErrors(calls: Call[], keys: { token: string; headers?: Record<string, string> }) {
  const errors: string[] = []
  const pending = [...calls]
  const worker = async () => {
    for (let call = pending.pop(); call; call = pending.pop()) {
      const text = JSON.stringify(call.body)
      const response = await personas.call(`/rest/v1/rpc/${call.name}`, {
        method: 'POST',
        ...keys,
        body: text,
      })
      const answer = await response.text()
      if (response.status >= 500) errors.push(`${call.name} ${text}: ${response.status} ${answer}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return errors
}

describe.skipIf(process.env.SUPABASE_URL)('an argument of another JSON type', () => {
  it('causes no server error in a function that users call', async () => {
    const pick = {
      p_player_name: 'Ann Lee',
      p_confidence: '60',
      p_reasoning: 'a',
      p_sport: 'MLB',
      p_projected_stat_line: '2 hits',
      p_betting_line: '1.5',
      p_projected_total: '2',
      p_betting_recommendation: 'OVER',
      p_original_stats: 'b',
      p_weather_data: { temperature: 70 },
      p_injury_impact: 'c',
      p_defensive_analysis: 'd',
    }
    const calls = [
      ...callsOf('add_pick', pick, VALUES),
      ...callsOf('is_plain_text', { p_text: 'a' }, VALUES),
      ...callsOf('first_number', { p_text: '1' }, VALUES),
    ]
    expect(await findServerErrors(calls, { token: user.token })).toEqual([])
  }, 60_000)

  it('causes no server error in a function of the server', async () => {
    const { secretKey } = personas.service
    const values = sweep(1, [{ a: { b: [1] } }, -1.5, [1, 'a', {}]])
    const calls = SERVER_FUNCTIONS.flatMap(([name, body]) => callsOf(name, body, values))
    const errors = await findServerErrors(calls, { token: secretKey, headers: { apikey: secretKey } })
    expect(errors).toEqual([])
  }, 120_000)
})
