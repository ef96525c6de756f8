import { statsBoxscoreSchema, statsScheduleSchema } from '@propsight/api/wire-formats'
import postgres from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../support/cluster/start-cluster.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { blockTable } from './block-table.ts'

/** The day before the cluster's clock, when every game is final. */
const DAY = '2026-07-17'
const LINES = [0.5, 1, 1.5, 2.5]
const JOB = 'settle-legs'
const WARM_LIMIT_MS = 90_000
const TEST_LIMIT_MS = 200_000

interface Leg {
  gamePk: number
  personId: number
  line: number
  side: 'OVER' | 'UNDER'
  grade: 'winner' | 'loser' | 'push'
}

/** The expected grade of a line on hits. */
function gradeOf(hits: number, line: number, side: Leg['side']): Leg['grade'] {
  if (hits === line) return 'push'
  const wins = side === 'OVER' ? hits > line : hits < line
  return wins ? 'winner' : 'loser'
}

/**
 * Legs of every batter of that day with their expected grades, computed from the box scores without the
 * product.
 */
async function legsOf(league: string): Promise<Leg[]> {
  const json = async (path: string) => (await fetch(league + path)).json()
  const { dates } = statsScheduleSchema.parse(await json(`/api/v1/schedule?sportId=1&date=${DAY}`))
  const legs: Leg[] = []
  for (const { gamePk, status } of dates.flatMap((day) => day.games)) {
    if (status.abstractGameState !== 'Final' || status.codedGameState === 'D') continue
    const { teams } = statsBoxscoreSchema.parse(await json(`/api/v1/game/${gamePk}/boxscore`))
    for (const { person, stats } of [teams.home, teams.away].flatMap(({ players }) =>
      Object.values(players),
    )) {
      const { hits = 0, plateAppearances = 0 } = stats.batting
      if (plateAppearances === 0) continue
      for (const line of LINES)
        for (const side of ['OVER', 'UNDER'] as const)
          legs.push({ gamePk, personId: person.id, line, side, grade: gradeOf(hits, line, side) })
    }
  }
  return legs
}

/** Two instances settle the same legs, and one of them is killed. Leaves one instance fewer. */
export const settlementTests = (cluster: Cluster, sql: postgres.Sql) =>
  describe('settlement on several instances', () => {
    it(
      'grades every leg once and correctly when one of two settling instances is killed',
      async () => {
        while (cluster.instances.length > 2) {
          const [spare] = cluster.instances
          if (spare) await cluster.removeInstance(spare)
        }
        const { id: user } = await cluster.createUser()
        const legs = await legsOf(cluster.upstream.url)
        const rows = legs.map(({ gamePk, personId, line, side }, at) => ({
          user_id: user,
          pick_id: `leg_${at}`,
          player_name: 'Test Player',
          team: 'Club',
          person_id: personId,
          game_pk: gamePk,
          league_day: DAY,
          stat_type: 'Hits',
          line,
          side,
          odds_type: 'standard',
        }))
        // Counts the grades independently of the product.
        await sql.unsafe(`
        create table public.ended_legs (leg uuid);
        create function public.note_end() returns trigger language plpgsql security definer as $$
          begin insert into public.ended_legs values (new.id); return new; end $$;
        create trigger note_end after update on public.track_legs for each row
          when (new.status in ('winner', 'loser', 'push', 'no-game')) execute function public.note_end()`)
        await sql`
        insert into public.track_legs
          (user_id, pick_id, player_name, team, person_id, game_pk, league_day, stat_type, line, side, odds_type)
        select user_id, pick_id, player_name, team, person_id, game_pk, league_day, stat_type, line, side, odds_type
        from jsonb_populate_recordset(null::public.track_legs, ${sql.json(rows)})`

        // Each instance runs one such job at a time, and both block on the table with the same legs to write.
        const insertJob = () => sql`
        insert into pgboss.job (name, policy, heartbeat_seconds, retry_limit, expire_seconds)
        select name, policy, heartbeat_seconds, retry_limit, expire_seconds from pgboss.queue where name = ${JOB}
        on conflict do nothing`
        const countActiveJobs = async () => {
          const [row] = await sql<{ count: number }[]>`
          select count(*)::int as count from pgboss.job where name = ${JOB} and state = 'active'`
          return row?.count ?? 0
        }
        // A blocked request times out after ten seconds, so jobs are inserted repeatedly until the caches are
        // warm and both block at the same time.
        const bothActive = waitUntil(
          'both instances to settle',
          async () => {
            await insertJob()
            return (await countActiveJobs()) === 2
          },
          WARM_LIMIT_MS,
        )
        // A failure is reported where the promise is awaited below.
        bothActive.catch(() => undefined)
        const [victim] = cluster.instances
        if (!victim) throw new Error('no instance')
        await blockTable(
          cluster.database.url,
          'public.track_legs',
          async () => {
            await bothActive
            await cluster.removeInstance(victim, 'SIGKILL')
          },
          { waiting: 2, limitMs: WARM_LIMIT_MS },
        )
        const countOpenLegs = async () => {
          const [row] = await sql<{ count: number }[]>`
          select count(*)::int as count from public.track_legs where user_id = ${user} and settled_at is null`
          return row?.count ?? 0
        }
        await waitUntil('every leg to be graded', async () => (await countOpenLegs()) === 0)

        const graded = await sql<{ pick: string; status: string; ends: number }[]>`
        select pick_id as pick, status, (select count(*)::int from public.ended_legs e where e.leg = t.id) as ends
        from public.track_legs t where user_id = ${user}`
        const grades = new Map(graded.map(({ pick, status }) => [pick, status]))
        expect(legs.length).toBeGreaterThan(1_000)
        expect(legs.filter(({ grade }, at) => grades.get(`leg_${at}`) !== grade)).toEqual([])
        expect(graded.filter(({ ends }) => ends !== 1)).toEqual([])
        expect(new Set(grades.values())).toEqual(new Set(['winner', 'loser', 'push']))
      },
      TEST_LIMIT_MS,
    )
  })

// Uses a separate cluster, because the test must know all legs that both instances are about to write.
const cluster = await startCluster({ instances: 2 })
const sql = postgres(cluster.database.url, { max: 3, onnotice: () => {} })
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await cluster.stop()
}, 60_000)

settlementTests(cluster, sql)
