import Router from '@koa/router'
import * as z from 'zod'
import { BAT } from '../../world/stat-fields.ts'
import type { Transaction } from '../../world/world.ts'
import { answer, badRequest, notFound } from '../answer.ts'
import type { LeagueIndex } from '../league-index.ts'
import type { LeagueState } from '../league-state.ts'
import { daySchema, idSchema, readHydrate, readQuery, seasonSchema } from '../query.ts'
import { onRoster, personRef, presentRosterSpot, ROSTER_TYPES } from './person.ts'
import { buildStat, GROUPS, type Group } from './stat-groups.ts'
import { presentTeam, presentVenue, teamRef } from './team.ts'

const TYPES: Readonly<Record<Transaction['typeCode'], string>> = {
  SC: 'Status Change',
  TR: 'Trade',
  OPT: 'Optioned',
  CU: 'Recalled',
}

/** A roster transaction in the format of `transactions`. */
function presentTransaction(index: LeagueIndex, transaction: Transaction, id: number) {
  const person = index.people.get(transaction.personId)
  const to = index.clubs.get(transaction.toTeamId)
  const from = index.clubs.get(transaction.fromTeamId ?? -1)
  return {
    id,
    ...(person ? { person: personRef(person) } : {}),
    ...(from ? { fromTeam: teamRef(from) } : {}),
    ...(to ? { toTeam: teamRef(to) } : {}),
    date: transaction.date,
    effectiveDate: transaction.date,
    resolutionDate: transaction.date,
    typeCode: transaction.typeCode,
    typeDesc: TYPES[transaction.typeCode],
    description: transaction.description,
  }
}

interface ClubSum {
  readonly counts: number[]
  readonly games: Set<number>
}

/** A range of league days, both ends included. */
interface DayRange {
  readonly from: string
  readonly to: string
}

/**
 * Sums of a season, or of a range of its days, by club.
 * @param by the club of a sum: that of the line, or its opponent
 */
const clubSums = (
  index: LeagueIndex,
  group: Group,
  season: number,
  range: DayRange | null,
  by: 'club' | 'opponent' = 'club',
): Map<number, ClubSum> => {
  const hitting = group === 'hitting'
  const table = hitting ? index.world.batting : index.world.pitching
  const sums = new Map<number, ClubSum>()
  for (const [game, lines] of (hitting ? index.batting : index.pitching).game) {
    const played = index.world.games[game]
    if (played?.season !== season) continue
    if (range && (played.date < range.from || played.date > range.to)) continue
    for (const line of lines) {
      const { teamId, home } = table.key(line)
      const opponentId = home ? played.awayId : played.homeId
      const clubId = by === 'club' ? teamId : opponentId
      const sum = sums.get(clubId) ?? {
        counts: new Array<number>(table.fieldCount).fill(0),
        games: new Set<number>(),
      }
      table.addTo(sum.counts, line)
      sum.games.add(game)
      sums.set(clubId, sum)
    }
  }
  return sums
}

/** Counts of pitchers that are also those of the batters whom they faced. */
const FACED = ['doubles', 'triples', 'stolenBases'] as const

/**
 * The counts of a club's pitchers that the lines of a replay's pitchers lack, from those of the batters whom they faced.
 */
function facedCounts(
  index: LeagueIndex,
  season: number,
  range: DayRange | null,
): (clubId: number) => Readonly<Record<string, number>> {
  const missing = FACED.filter((field) => index.world.missingFields.pitching.includes(field))
  if (missing.length === 0) return () => ({})
  const faced = clubSums(index, 'hitting', season, range, 'opponent')
  return (clubId) => {
    const counts = missing.map(
      (field) => [field, faced.get(clubId)?.counts[BAT[field]] ?? Number.NaN] as const,
    )
    return Object.fromEntries(counts.filter(([, count]) => Number.isFinite(count)))
  }
}

/**
 * The stats of all clubs in a season or a range of its days, one split per club; without games there is no
 * block.
 */
function teamStats(index: LeagueIndex, group: Group, season: number, range: DayRange | null): object[] {
  const sums = clubSums(index, group, season, range)
  if (sums.size === 0) return []
  const write = buildStat(index, group)
  const facedBy = group === 'pitching' ? facedCounts(index, season, range) : () => ({})
  const splits = index.world.clubs.flatMap((club) => {
    const sum = sums.get(club.id)
    if (!sum) return []
    const stat = { ...write(sum.counts, sum.games.size), ...facedBy(club.id) }
    return [{ season: String(season), stat, team: teamRef(club) }]
  })
  const labels = { type: { displayName: range ? 'byDateRange' : 'season' }, group: { displayName: group } }
  return [{ ...labels, totalSplits: splits.length, exemptions: [], splits }]
}

/** `teamStats` with a cache of whole seasons per index, because a season sums all lines. */
const createTeamStats = () => {
  let cachedIndex: LeagueIndex | undefined
  const seasons = new Map<string, object[]>()
  return (index: LeagueIndex, group: Group, season: number, range: DayRange | null): object[] => {
    if (range) return teamStats(index, group, season, range)
    if (cachedIndex !== index) seasons.clear()
    cachedIndex = index
    const key = `${group}:${season}`
    const blocks = seasons.get(key) ?? teamStats(index, group, season, null)
    seasons.set(key, blocks)
    return blocks
  }
}

const teamStatsQuery = z.object({
  stats: z.enum(['season', 'byDateRange']),
  group: z
    .string()
    .transform((text) => [...new Set(text.split(',').map((part) => part.trim()))])
    .pipe(z.array(z.enum(GROUPS))),
  season: seasonSchema.optional(),
  sportIds: z.string().default('1'),
  gameType: z.string().default('R'),
  startDate: daySchema.optional(),
  endDate: daySchema.optional(),
})

/** @throws ServiceError 400 if a day is missing or the end is before the start */
function rangeOf({ stats, startDate, endDate }: z.output<typeof teamStatsQuery>): DayRange | null {
  if (stats === 'season') return null
  if (!startDate) throw badRequest('Invalid Request with value: startDate=')
  if (!endDate || endDate < startDate)
    throw badRequest(`Invalid Request with value: endDate=${endDate ?? ''}`)
  return { from: startDate, to: endDate }
}

/** Paths of clubs, club stats, rosters, parks and transactions. */
export function clubRoutes(state: LeagueState): Router {
  const router = new Router()
  const teamQuery = z.object({ sportId: z.string().default('1'), season: seasonSchema.optional() })

  router.get('/api/v1/teams', (ctx) => {
    const { sportId, season } = readQuery(teamQuery, ctx.query)
    const index = state.index()
    const clubs = sportId.split(',').includes('1') ? index.world.clubs : []
    answer(ctx, { teams: clubs.map((club) => presentTeam(index, club, season)) })
  })

  const teamStats = createTeamStats()

  router.get('/api/v1/teams/stats', (ctx) => {
    const query = readQuery(teamStatsQuery, ctx.query)
    const { group, season, sportIds, gameType } = query
    const range = rangeOf(query)
    const index = state.index()
    const hasStats = sportIds.split(',').includes('1') && gameType.split(',').includes('R')
    const blocks = group.flatMap((one) =>
      hasStats ? teamStats(index, one, season ?? index.world.season, range) : [],
    )
    answer(ctx, { stats: blocks })
  })

  router.get('/api/v1/teams/:id', (ctx) => {
    const { id } = readQuery(z.object({ id: idSchema }), ctx.params)
    const index = state.index()
    const club = index.clubs.get(id)
    if (!club) throw notFound()
    answer(ctx, { teams: [presentTeam(index, club)] })
  })

  router.get('/api/v1/teams/:id/roster', (ctx) => {
    const { id } = readQuery(z.object({ id: idSchema }), ctx.params)
    const { rosterType } = readQuery(
      z.object({ rosterType: z.enum(ROSTER_TYPES).default('active') }),
      ctx.query,
    )
    const index = state.index()
    if (!index.clubs.has(id)) throw notFound()
    const people = index.world.people.filter((person) => person.teamId === id && onRoster(person, rosterType))
    answer(ctx, {
      roster: people.map(presentRosterSpot),
      link: `/api/v1/teams/${id}/roster`,
      teamId: id,
      rosterType,
    })
  })

  router.get('/api/v1/venues/:id', (ctx) => {
    const { id } = readQuery(z.object({ id: idSchema }), ctx.params)
    const { hydrate } = readQuery(z.object({ hydrate: z.string().optional() }), ctx.query)
    const index = state.index()
    if (!index.parks.has(id)) throw notFound()
    answer(ctx, { venues: [presentVenue(index, id, readHydrate(hydrate))] })
  })

  router.get('/api/v1/transactions', (ctx) => {
    const day = { date: daySchema.optional(), startDate: daySchema.optional(), endDate: daySchema.optional() }
    const query = readQuery(
      z.object({ ...day, teamId: idSchema.optional(), playerId: idSchema.optional() }),
      ctx.query,
    )
    const index = state.index()
    const from = query.startDate ?? query.date ?? index.world.day
    const to = query.endDate ?? query.date ?? query.startDate ?? index.world.day
    if (to < from) throw badRequest(`Invalid Request with value: endDate=${to}`)
    const transactions = index.world.transactions.map((transaction, at) => ({
      transaction,
      id: index.world.season * 10_000 + at,
    }))
    const listed = transactions.filter(
      ({ transaction }) =>
        transaction.date >= from &&
        transaction.date <= to &&
        (!query.teamId || transaction.toTeamId === query.teamId || transaction.fromTeamId === query.teamId) &&
        (!query.playerId || transaction.personId === query.playerId),
    )
    answer(ctx, {
      transactions: listed.map(({ transaction, id }) => presentTransaction(index, transaction, id)),
    })
  })

  return router
}
