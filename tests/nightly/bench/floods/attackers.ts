import type { Line } from '@propsight/shared/contracts'
import postgres from 'postgres'
import type { Cluster, ClusterUser } from '../../../support/cluster/start-cluster.ts'
import { sendFrom } from '../../attacks/support/send-from.ts'
import { addressOf, startRun } from './visitors.ts'

const ACCOUNTS = 4
const CREDITS = 1_000
/** Group of the addresses of the attackers. */
export const GROUP = 50

/** Accounts with a paid run of all markets, each with an address of its own. */
export interface Attackers {
  readonly url: string
  readonly publishableKey: string
  readonly databaseUrl: string
  readonly accounts: readonly { user: ClusterUser; address: string; runId: string }[]
  /** All lines of the day. */
  readonly lines: readonly Line[]
}

/** Creates the accounts of the floods. */
export async function createAttackers(
  cluster: Pick<Cluster, 'createUser' | 'publishableKey' | 'database'>,
  url: string,
): Promise<Attackers> {
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, at) => {
      const user = await cluster.createUser({ credits: CREDITS })
      const address = addressOf(GROUP, at)
      return { user, address, runId: await startRun(url, address, user, 'quick', 'All Stat Lines') }
    }),
  )
  const boards = await Promise.all(
    accounts.map(({ user, address, runId }) =>
      sendFrom(address, url, {
        path: `/api/fetch-lines?category=All%20Stat%20Lines&limit=50000&runId=${runId}`,
        token: user.token,
      }),
    ),
  )
  const lines = JSON.parse(boards[0]?.text ?? '{}').players as Line[]
  return { url, publishableKey: cluster.publishableKey, databaseUrl: cluster.database.url, accounts, lines }
}

const groupOf = ({ statType }: Line) =>
  /pitch|strikeout|earned|outs|allowed/i.test(statType) ? 'pitching' : 'hitting'
export const single = (lines: readonly Line[]) => lines.filter(({ combo }) => !combo)
/** The players of lines, each once per group, as requests name them. */
export const playersOf = (lines: readonly Line[], most: number) =>
  [
    ...new Map(
      single(lines).map((line) => [
        line.name + groupOf(line),
        { name: line.name, team: line.team, group: groupOf(line) },
      ]),
    ).values(),
  ].slice(0, most)

/** Replaces the picks of the accounts. */
export async function storePicks({ accounts, databaseUrl }: Attackers, rows: number, characters: number) {
  const sql = postgres(databaseUrl, { max: 1 })
  for (const { user } of accounts) {
    await sql`delete from public.my_picks where user_id = ${user.id}`
    await sql`insert into public.my_picks (id, user_id, player_name, sport, pick)
      select 'pick_1795350151805_ee' || lpad(at::text, 4, '0'), ${user.id}, 'x', 'MLB',
        jsonb_build_object('text', repeat('x', ${characters})) from generate_series(1, ${rows}) at`
  }
  await sql.end()
}
