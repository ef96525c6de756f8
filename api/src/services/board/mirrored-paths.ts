import * as z from 'zod'

/** A path of the stats service that the API forwards, with its allowed parameters. */
export interface MirroredPath {
  path: string
  /** Returns the parameters in a fixed order, so that equal requests have one cache key. */
  query: z.ZodType<Record<string, string>>
}

const MAX_IDS = 40
const MAX_DAYS = 31
const DAY_MS = 86_400_000

const id = z.string().regex(/^[1-9]\d{0,7}$/)
const ids = z
  .string()
  .max(400)
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(id).min(1).max(MAX_IDS))
  .transform((list) => list.sort((a, b) => Number(a) - Number(b)).join(','))
const season = z.string().regex(/^(19|20)\d{2}$/)
const baseball = z.literal('1')
const gameType = z.enum(['R', 'S', 'P'])
const group = z.enum(['hitting', 'pitching'])
const statsKind = z.enum([
  'season',
  'career',
  'gameLog',
  'statSplits',
  'yearByYear',
  'lastXGames',
  'vsPlayer',
  'vsPlayerTotal',
])
const hands = z.enum(['vl,vr', 'vl', 'vr', 'h,a'])
/** Allowed values of `hydrate`. Free text would allow answers of any size. */
const personHydrate = z
  .string()
  .max(160)
  .regex(
    /^(currentTeam,?)?(stats\(group=\[(hitting|pitching)\],type=\[(season|career|gameLog|statSplits)\](,sitCodes=\[vl,vr\])?,season=(19|20)\d{2}\))?$/,
  )
const scheduleHydrate = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(z.enum(['team', 'probablePitcher', 'linescore', 'venue', 'weather'])).max(5))
  .transform((parts) => parts.sort().join(','))

type Parameters = Record<string, z.ZodType<string | undefined>>

/** Strict: an unlisted parameter is refused instead of dropped. */
const parameters = (shape: Parameters, check?: (query: Record<string, string>) => string | null) =>
  z.strictObject(shape).transform((sent, context): Record<string, string> => {
    const query = Object.fromEntries(
      Object.keys(shape).flatMap((name): [string, string][] => {
        const value = sent[name]
        return value === undefined ? [] : [[name, value]]
      }),
    )
    const problem = check?.(query)
    if (!problem) return query
    context.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  })

const schedule = parameters(
  {
    sportId: baseball,
    date: z.iso.date().optional(),
    startDate: z.iso.date().optional(),
    endDate: z.iso.date().optional(),
    teamId: id.optional(),
    season: season.optional(),
    gameType: gameType.optional(),
    gameTypes: gameType.optional(),
    hydrate: scheduleHydrate.optional(),
  },
  ({ date, startDate, endDate }) => {
    if (date && !startDate && !endDate) return null
    if (date || !startDate || !endDate) return 'Give date, or startDate and endDate'
    const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS
    return days >= 0 && days < MAX_DAYS ? null : `Ask for 1 to ${MAX_DAYS} days`
  },
)
const personStats = parameters({
  stats: statsKind,
  group,
  season: season.optional(),
  sitCodes: hands.optional(),
  gameType: gameType.optional(),
  opposingPlayerId: id.optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d?$/)
    .optional(),
})
const search = parameters({
  names: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\p{L}\p{M} .'-]{2,80}$/u),
  sportIds: baseball.optional(),
})
const noParameters = parameters({})

const MIRRORED: readonly { path: RegExp; query: MirroredPath['query'] }[] = [
  { path: /^v1\/people$/, query: parameters({ personIds: ids, hydrate: personHydrate.optional() }) },
  { path: /^v1\/people\/search$/, query: search },
  { path: /^v1\/people\/[1-9]\d{0,7}$/, query: parameters({ hydrate: personHydrate.optional() }) },
  { path: /^v1\/people\/[1-9]\d{0,7}\/stats$/, query: personStats },
  { path: /^v1\/schedule$/, query: schedule },
  { path: /^v1\/teams$/, query: parameters({ sportId: baseball, season: season.optional() }) },
  { path: /^v1\/game\/[1-9]\d{0,7}\/(boxscore|linescore)$/, query: noParameters },
  { path: /^v1\.1\/game\/[1-9]\d{0,7}\/feed\/live$/, query: noParameters },
]

/**
 * Maps a path of the mirror to the path of the stats service; null for an unlisted path.
 * @param path after `/api/mlb/`: 'api/v1/people/1' as in the service, or 'v1/people/1'
 */
export function mirroredPath(path: string): MirroredPath | null {
  const versioned = path.replace(/^api\//, '')
  const mirrored = MIRRORED.find((candidate) => candidate.path.test(versioned))
  return mirrored ? { path: `/api/${versioned}`, query: mirrored.query } : null
}
