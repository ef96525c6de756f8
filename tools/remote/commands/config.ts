import {
  type Audience,
  audienceSchema,
  type ConfigProperty,
  type ConfigResponse,
  type ConfigValue,
  cohortsResponse,
  configResponse,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import type { ApiClient } from '../api/client.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { usage } from '../failure.ts'
import { conditionsText, instant, table, withoutControlCharacters } from '../text/format.ts'

export interface AudienceOptions {
  percent?: number
  plan?: string[] | undefined
  role?: string | undefined
  region?: string[] | undefined
  cohort?: string[] | undefined
}

/** The audience that options name. @throws CommandFailure wrong usage */
export function readAudience({ percent, plan, role, region, cohort }: AudienceOptions): Audience {
  const parsed = audienceSchema.safeParse({ percent, plan, role, region, cohort })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw usage(`--${String(issue?.path[0])}: ${issue?.message}`)
}

/** Reads text as a value of the declared type; without a declaration as it looks, and the server refuses it. */
function parseValue(text: string, property: ConfigProperty | undefined): ConfigValue {
  if (property?.type !== 'string' && /^(true|false)$/.test(text)) return text === 'true'
  return property?.type !== 'string' && text.trim() !== '' && Number.isFinite(Number(text))
    ? Number(text)
    : text
}

const readConfig = (api: ApiClient, name: string): Promise<ConfigResponse> =>
  api.ask(`/api/remotes/${name}/config`, configResponse)

/**
 * Reads assignments, such as `limit=20`, as values of the configuration of a remote.
 * @throws CommandFailure wrong usage
 */
export async function readValues(
  api: ApiClient,
  name: string,
  assignments: readonly string[],
): Promise<Record<string, ConfigValue>> {
  const { declared } = await readConfig(api, name)
  return Object.fromEntries(
    assignments.map((assignment) => {
      const [, key, text] = /^([A-Za-z0-9]+)=(.*)$/s.exec(assignment) ?? []
      if (key === undefined || text === undefined) throw usage(`'${assignment}' is not of the form key=value`)
      return [key, parseValue(text, declared[key])]
    }),
  )
}

/** The visitors in an audience, as a phrase. */
const audienceText = ({ percent: share, ...conditions }: Audience): string =>
  `${share === undefined ? 'all' : `${share} % of`} visitors${conditionsText(conditions)}`

function configText({ name, declared, values }: ConfigResponse): string {
  const keys = [...new Set([...Object.keys(declared), ...values.map(({ key }) => key)])]
  if (keys.length === 0) return `${name} declares no configuration.\n`
  const rows = keys.map((key) => {
    const property = declared[key]
    const set = values.find((value) => value.key === key)
    return [
      key,
      property?.type ?? 'not declared',
      withoutControlCharacters(String(property?.default ?? '–')),
      set ? withoutControlCharacters(String(set.value)) : '–',
      set ? audienceText(set.audience) : '',
      set ? `${instant(set.updatedAt)} ${withoutControlCharacters(set.updatedBy)}` : '',
    ]
  })
  return table([['KEY', 'TYPE', 'DEFAULT', 'VALUE', 'FOR', 'SET (UTC)'], ...rows])
}

export interface ConfigOptions extends AudienceOptions {
  set?: string
  unset?: string
  message?: string
}

/** Shows the configuration of a remote, or sets or removes one of its values. */
export async function config(
  { connect }: CommandContext,
  name: string,
  { set, unset, message = '', ...options }: ConfigOptions,
): Promise<CommandResult> {
  const api = await connect()
  const audience = readAudience(options)
  const change = async (key: string, value: ConfigValue | null) =>
    api.ask(`/api/remotes/${name}/config`, z.undefined(), {
      method: 'POST',
      body: { key, value, audience, message },
    })
  if (set !== undefined)
    for (const [key, value] of Object.entries(await readValues(api, name, [set]))) await change(key, value)
  if (unset !== undefined) await change(unset, null)
  const answer = await readConfig(api, name)
  return { document: answer, text: configText(answer) }
}

/** Lists the cohorts with their members. */
export async function listCohorts({ connect }: CommandContext): Promise<CommandResult> {
  const { cohorts } = await (await connect()).ask('/api/cohorts', cohortsResponse)
  const rows = cohorts.flatMap(({ name, members }) =>
    members.map(({ email, addedAt }) => [name, withoutControlCharacters(email), instant(addedAt)]),
  )
  const text =
    rows.length > 0 ? table([['COHORT', 'ACCOUNT', 'ADDED (UTC)'], ...rows]) : 'There are no cohorts.\n'
  return { document: { cohorts }, text }
}

/** Adds an account to a cohort, or removes it. */
export async function changeCohort(
  { connect }: CommandContext,
  cohort: string,
  { email, isMember }: { email: string; isMember: boolean },
): Promise<CommandResult> {
  const api = await connect()
  await api.ask(`/api/cohorts/${cohort}`, z.undefined(), {
    method: isMember ? 'PUT' : 'DELETE',
    body: { email },
  })
  return {
    document: { cohort, email, isMember },
    text: `${email} is ${isMember ? 'now' : 'no longer'} in the cohort ${cohort}.\n`,
  }
}
