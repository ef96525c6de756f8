import type { TestUser } from '@propsight/api/testing'
import { pickToRow } from '@propsight/shared/client'
import { type Pick, syncPicksResponse } from '@propsight/shared/contracts'
import type postgres from 'postgres'

/** One operation of a user on picks, through the product (`ours`) and as plain SQL. */
export interface Operation {
  what: string
  /** @param round number of the round, so that each round uses its own rows */
  ours(round: number): Promise<void>
  plain(round: number): Promise<void>
}

interface OperationContext {
  url: string
  user: TestUser
  /** Direct connection with the rights of the database owner. */
  sql: postgres.Sql
  /** Picks that exist during the whole measurement. */
  existingPicks: readonly Pick[]
}

const throwOnError = ({ error }: { error: { message: string } | null }) => {
  if (error) throw new Error(error.message)
}

/** Copies a pick with an id of this round. */
const copyForRound = (pick: Pick, side: 'ours' | 'plain', round: number): Pick => ({
  ...pick,
  id: `pick_${Date.parse(pick.createdAt)}_${side}${String(round).padStart(4, '0')}`,
})

/** Save, list, edit and delete through the data service, and the sync of a whole list through the API. */
export function operationsOf({ url, user, sql, existingPicks }: OperationContext): Operation[] {
  const [model] = existingPicks
  if (!model) throw new Error('there is no pick to work with')
  const table = () => user.client.from('my_picks')
  const rowOf = (side: 'ours' | 'plain', round: number) =>
    pickToRow(copyForRound(model, side, round), user.id)
  const insert = async (side: 'ours' | 'plain', round: number) => {
    const { pick, ...row } = rowOf(side, round)
    await sql`insert into public.my_picks ${sql({ ...row, pick: sql.json(pick as never) } as never)}
      on conflict (user_id, id) do update set confidence = excluded.confidence, pick = excluded.pick`
  }
  const body = JSON.stringify({ picks: existingPicks })
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
  return [
    {
      what: 'save one',
      ours: async (round) =>
        throwOnError(await table().upsert(rowOf('ours', round), { onConflict: 'user_id,id' })),
      plain: (round) => insert('plain', round),
    },
    {
      what: 'list all',
      ours: async () => throwOnError(await table().select('*').order('created_at', { ascending: false })),
      plain: async () => {
        await sql`select * from public.my_picks where user_id = ${user.id} order by created_at desc`
      },
    },
    {
      what: 'edit one',
      ours: async (round) =>
        throwOnError(
          await table()
            .update({ confidence: 50 + (round % 40) })
            .eq('id', model.id),
        ),
      plain: async (round) => {
        await sql`update public.my_picks set confidence = ${50 + (round % 40)}
          where user_id = ${user.id} and id = ${model.id}`
      },
    },
    {
      what: 'delete one',
      ours: async (round) => throwOnError(await table().delete().eq('id', rowOf('ours', round).id)),
      plain: async (round) => {
        await sql`delete from public.my_picks where user_id = ${user.id} and id = ${rowOf('plain', round).id}`
      },
    },
    {
      what: `sync ${existingPicks.length}`,
      ours: async () => {
        const answer = await fetch(`${url}/api/sync-picks`, { method: 'POST', headers, body })
        syncPicksResponse.parse(await answer.json())
      },
      // The minimum of a sync: the query for the existing picks of the list.
      plain: async () => {
        await sql`select id from public.my_picks
          where user_id = ${user.id} and id in ${sql(existingPicks.map(({ id }) => id))}`
      },
    },
  ]
}
