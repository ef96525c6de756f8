import Router from '@koa/router'
import * as z from 'zod'
import type { Person } from '../../world/entities.ts'
import { answer, badRequest, jsonText, NOTICE, notFound, readFields } from '../answer.ts'
import type { LeagueIndex } from '../league-index.ts'
import type { LeagueState } from '../league-state.ts'
import {
  type Hydration,
  idSchema,
  idsSchema,
  readHydrate,
  readOptions,
  readQuery,
  seasonSchema,
} from '../query.ts'
import { presentPerson } from './person.ts'
import { type StatsRequest, seasonSplits, statBlocks } from './stat-blocks.ts'
import { defaultGroup, GROUPS, type Group } from './stat-groups.ts'
import { presentTeam } from './team.ts'

const namesSchema = z
  .string()
  .min(1)
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

const query = z.object({
  stats: z.literal('season'),
  group: z.enum(GROUPS),
  season: seasonSchema.optional(),
  sportIds: z.string().default('1'),
  gameType: z.string().default('R'),
  /** The service also supports pools such as `QUALIFIED`; this league supports only `ALL`. */
  playerPool: z.string().regex(/^all$/i),
  limit: z.coerce.number().int().min(1).default(50),
  offset: z.coerce.number().int().min(0).default(0),
})

/**
 * The season stats of all players, one split each. Earlier seasons are cached, because a season sums all
 * lines.
 */
const createPlayerStats = () => {
  let cachedMorning: LeagueIndex | undefined
  const earlierSeasons = new Map<string, object[]>()
  return (index: LeagueIndex, group: Group, season: number): object[] => {
    const splits = () =>
      index.world.people.flatMap((person) => seasonSplits(index, person, group, season).slice(0, 1))
    if (season === index.world.season) return splits()
    if (cachedMorning !== index.morning) earlierSeasons.clear()
    cachedMorning = index.morning
    const key = `${group}:${season}`
    const cached = earlierSeasons.get(key) ?? splits()
    earlierSeasons.set(key, cached)
    return cached
  }
}

/** Path `stats`: the season of all players in one answer; traded players have one split with their total. */
export function playerStatsRoutes(state: LeagueState): Router {
  const router = new Router()
  const playerStats = createPlayerStats()
  router.get('/api/v1/stats', (ctx) => {
    const { group, season, sportIds, gameType, limit, offset } = readQuery(query, ctx.query)
    const index = state.index()
    const hasStats = sportIds.split(',').includes('1') && gameType.split(',').includes('R')
    const all = hasStats ? playerStats(index, group, season ?? index.world.season) : []
    const labels = { type: { displayName: 'season' }, group: { displayName: group } }
    const splits = all.slice(offset, offset + limit)
    answer(ctx, { stats: [{ ...labels, totalSplits: all.length, exemptions: [], splits }] })
  })
  return router
}

const groupsOf = (texts: readonly string[] | undefined, person: Person): readonly Group[] => {
  if (!texts || texts.length === 0) return [defaultGroup(person)]
  const groups = texts.filter((text): text is Group => GROUPS.some((group) => group === text))
  // Other groups of the service, such as fielding and catching, have no splits here.
  return groups
}

const hydratedStats = (index: LeagueIndex, person: Person, { inner }: Hydration) => {
  const options = readOptions(inner)
  const season = seasonSchema.safeParse(options.get('season')?.[0] ?? index.world.season)
  if (!season.success) throw badRequest(`Invalid Request with value: hydrate=stats(${inner})`)
  return statBlocks(index, person, {
    types: options.get('type') ?? ['season'],
    groups: groupsOf(options.get('group'), person),
    season: season.data,
    sitCodes: options.get('sitCodes') ?? [],
    opposingPlayerId: idSchema.safeParse(options.get('opposingPlayerId')?.[0]).data ?? null,
    regular: (options.get('gameType')?.[0] ?? 'R') === 'R',
  })
}

const hydratedPerson = (index: LeagueIndex, person: Person, hydrations: readonly Hydration[]) => {
  const stats = hydrations.find(({ name }) => name === 'stats')
  const club = index.clubs.get(person.teamId)
  const blocks = stats ? hydratedStats(index, person, stats) : []
  return {
    ...presentPerson(index, person, false),
    ...(hydrations.some(({ name }) => name === 'currentTeam') && club
      ? { currentTeam: presentTeam(index, club) }
      : {}),
    ...(blocks.length > 0 ? { stats: blocks } : {}),
  }
}

const CACHED_PEOPLE = 4_000

/**
 * Caches the JSON text of a person by day, hydration, fields and progress of the person's games. A board
 * requests the same hundreds of people again and again, and serialising a season's log is the expensive part.
 */
const createPersonCache = () => {
  let cachedMorning: LeagueIndex | undefined
  const texts = new Map<string, { readonly progress: string; readonly text: string }>()
  return (
    index: LeagueIndex,
    person: Person,
    hydrate: string | undefined,
    fields: string | undefined,
  ): string => {
    if (cachedMorning !== index.morning || texts.size > CACHED_PEOPLE) texts.clear()
    cachedMorning = index.morning
    const key = `${person.id}|${hydrate ?? ''}|${fields ?? ''}`
    const progress = index.progressOf(person)
    const cached = texts.get(key)
    if (cached?.progress === progress) return cached.text
    const text = jsonText(hydratedPerson(index, person, readHydrate(hydrate)), readFields(fields))
    texts.set(key, { progress, text })
    return text
  }
}

const hydrateQuery = { hydrate: z.string().optional(), fields: z.string().optional() }
const listText = z
  .string()
  .optional()
  .transform((text) => text?.split(',').map((part) => part.trim()))

const foldName = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Paths of people, by id or name, with stats if they are hydrated. */
export function peopleRoutes(state: LeagueState): Router {
  const router = new Router()
  const personText = createPersonCache()

  const people = (
    index: LeagueIndex,
    found: readonly Person[],
    hydrate?: string,
    fields?: string,
  ): string => {
    const keys = readFields(fields)
    if (keys && !keys.includes('people')) return '{}'
    const notice = !keys || keys.includes('copyright') ? `"copyright":${JSON.stringify(NOTICE)},` : ''
    return `{${notice}"people":[${found.map((person) => personText(index, person, hydrate, fields)).join(',')}]}`
  }

  router.get('/api/v1/people', (ctx) => {
    const query = readQuery(z.object({ personIds: idsSchema, ...hydrateQuery }), ctx.query)
    const index = state.index()
    const found = [...new Set(query.personIds)].flatMap((id) => index.people.get(id) ?? [])
    ctx.type = 'json'
    ctx.body = people(index, found, query.hydrate, query.fields)
  })

  router.get('/api/v1/people/search', (ctx) => {
    const { names, ...query } = readQuery(z.object({ names: namesSchema, ...hydrateQuery }), ctx.query)
    const index = state.index()
    const searchedNames = names.map((name) => foldName(name).split(/\s+/))
    const found = index.world.people.filter((person) => {
      const name = foldName(person.fullName)
      return searchedNames.some((parts) => parts.length > 0 && parts.every((part) => name.includes(part)))
    })
    ctx.type = 'json'
    ctx.body = people(index, found, query.hydrate, query.fields)
  })

  router.get('/api/v1/people/:id', (ctx) => {
    const { id } = readQuery(z.object({ id: idSchema }), ctx.params)
    const query = readQuery(z.object(hydrateQuery), ctx.query)
    const index = state.index()
    const person = index.people.get(id)
    if (!person) throw notFound()
    ctx.type = 'json'
    ctx.body = people(index, [person], query.hydrate, query.fields)
  })

  router.get('/api/v1/people/:id/stats', (ctx) => {
    const { id } = readQuery(z.object({ id: idSchema }), ctx.params)
    const schema = z.object({
      stats: z.string().min(1),
      group: listText,
      season: seasonSchema.optional(),
      sitCodes: listText,
      opposingPlayerId: idSchema.optional(),
      gameType: z.string().default('R'),
    })
    const query = readQuery(schema, ctx.query)
    const index = state.index()
    const person = index.people.get(id)
    if (!person) throw notFound()
    const request: StatsRequest = {
      types: query.stats.split(','),
      groups: groupsOf(query.group, person),
      season: query.season ?? index.world.season,
      sitCodes: query.sitCodes ?? [],
      opposingPlayerId: query.opposingPlayerId ?? null,
      regular: query.gameType.split(',').includes('R'),
    }
    answer(ctx, { stats: statBlocks(index, person, request) })
  })

  router.get('/api/v1/sports/:sport/players', (ctx) => {
    const { sport } = readQuery(z.object({ sport: idSchema }), ctx.params)
    const query = readQuery(
      z.object({ season: seasonSchema.optional(), fields: z.string().optional() }),
      ctx.query,
    )
    if (sport !== 1) throw notFound()
    const index = state.index()
    const seasons = new Set(index.world.games.map(({ season }) => season))
    const inSeason = seasons.has(query.season ?? index.world.season)
    answer(ctx, {
      people: inSeason ? index.world.people.map((person) => presentPerson(index, person, true)) : [],
    })
  })

  return router
}
