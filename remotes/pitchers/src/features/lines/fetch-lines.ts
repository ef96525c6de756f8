import { readResponse } from '@propsight/shared/client'
import type { ApiClient } from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import { parseDecimal } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { pause } from '../../config/retry-delay.ts'
import { buildLineMap, type LineMap, type OfferedLine, PREFERRED_ODDS_TYPE } from '../../scoring/line-map.ts'

const text = z.string().max(120)
/** A line, also as a text (`parseDecimal`). */
const number = z.union([z.number().nonnegative(), z.string().max(20).transform(parseDecimal)])

/** The first form, `players[]`: the line is in one of several fields (H5). */
const player = z.looseObject({
  name: text,
  team: text.optional(),
  line: number.optional(),
  bettingLine: number.optional(),
  value: number.optional(),
  stat_value: number.optional(),
  oddsType: text.optional(),
  odds_type: text.optional(),
  statType: text.optional(),
  combo: z.boolean().optional(),
})
const playersForm = z.looseObject({
  players: z.array(z.unknown()),
  /** Number of lines that match the request; absent from older servers. */
  total: z.number().optional(),
  /** Number of lines that the server could not read. */
  skipped: z.number().optional(),
})

/** The second form, JSON:API: lines in `data`, players in `included`. */
const projection = z.looseObject({
  attributes: z.looseObject({
    stat_type: text.optional(),
    line_score: number,
    odds_type: text.optional(),
  }),
  relationships: z.looseObject({
    new_player: z.looseObject({ data: z.looseObject({ id: text }) }).optional(),
    player: z.looseObject({ data: z.looseObject({ id: text }) }).optional(),
  }),
})
const includedPlayer = z.looseObject({
  id: text,
  attributes: z.looseObject({ name: text, team: text.optional() }),
})
const jsonApiForm = z.looseObject({ data: z.array(z.unknown()), included: z.array(z.unknown()) })

const STANDARD = 'standard'

/** The lines that could be read, and the number of those that could not. */
interface Offered {
  readonly lines: OfferedLine[]
  readonly unread: number
}

/** The items that match the schema; null for each other one. */
const parseEach = <T>(schema: z.ZodType<T>, items: readonly unknown[]): (T | null)[] =>
  items.map((item) => schema.safeParse(item).data ?? null)

/**
 * Converts items one by one.
 * @param convert returns null for an unreadable item, undefined for one that is not asked for
 */
function parseOffered<T>(
  items: readonly (T | null)[],
  convert: (item: T) => OfferedLine | null | undefined,
): Offered {
  const converted = items.map((item) => (item === null ? null : convert(item)))
  const isUnread = (line: OfferedLine | null | undefined) =>
    line === null || (line && !Number.isFinite(line.line))
  return {
    lines: converted.filter((line) => line && !isUnread(line)) as OfferedLine[],
    unread: converted.filter(isUnread).length,
  }
}

const sameStat = (named: string | undefined, category: string): boolean =>
  named === undefined || findStatType(named)?.name === findStatType(category)?.name

function fromPlayers(items: readonly unknown[], category: string): Offered {
  return parseOffered(parseEach(player, items), (each) => {
    const line = each.line ?? each.bettingLine ?? each.value ?? each.stat_value
    if (each.combo || !sameStat(each.statType, category)) return undefined
    if (line === undefined) return null
    return {
      name: each.name,
      team: each.team ?? '',
      line,
      oddsType: each.oddsType ?? each.odds_type ?? STANDARD,
    }
  })
}

function fromJsonApi(data: readonly unknown[], included: readonly unknown[], category: string): Offered {
  const players = new Map(
    parseEach(includedPlayer, included).flatMap((each) =>
      each ? [[each.id, each.attributes] as const] : [],
    ),
  )
  return parseOffered(parseEach(projection, data), ({ attributes, relationships }) => {
    if (!sameStat(attributes.stat_type, category)) return undefined
    const found = players.get((relationships.new_player ?? relationships.player)?.data.id ?? '')
    if (!found) return null
    return {
      name: found.name,
      team: found.team ?? '',
      line: attributes.line_score,
      oddsType: attributes.odds_type ?? STANDARD,
    }
  })
}

export interface ReadLines {
  readonly map: LineMap
  /** Number of pitchers whose lines are beyond the limit of the request. */
  readonly leftOut: number
  /** Number of lines that could not be read, here or by the server. */
  readonly unread: number
}

/**
 * Reads the lines at the preferred odds type from a response in either form (H5), how many the limit left out, and how
 * many could not be read.
 * @param category the requested market; lines of other markets are skipped
 * @throws Error when the response has neither form
 */
export function readLines(answer: unknown, category: string): ReadLines {
  const { players, total, skipped = 0 } = playersForm.safeParse(answer).data ?? {}
  const { lines, unread } = offeredLines(answer, category)
  const leftOut = players && total !== undefined ? Math.max(0, total - players.length) : 0
  return { map: buildLineMap(lines, PREFERRED_ODDS_TYPE), leftOut, unread: unread + skipped }
}

function offeredLines(answer: unknown, category: string): Offered {
  const inPlayers = playersForm.safeParse(answer)
  if (inPlayers.success) return fromPlayers(inPlayers.data.players, category)
  const { data, included } = readResponse(jsonApiForm, answer).value
  return fromJsonApi(data, included, category)
}

/** Retries of the lines request (H5). */
export const LINES_RETRIES = 4
const FIRST_DELAY_MS = 2_000
const MAX_DELAY_MS = 20_000
const JITTER_MS = 500

/**
 * Delay before a retry, ms: 2 s, doubling up to 20 s, plus up to 500 ms of jitter.
 * @param retry 1 for the first retry
 * @param random 0 to 1
 */
export const linesRetryDelayMs = (retry: number, random: number): number =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (retry - 1)) + random * JITTER_MS

/** Parameters of the lines request (H5). */
const BOOK = 'prizepicks'
const SPORT = 'MLB'
/** Most lines of one request. The server chooses one line per pitcher first. */
export const LINES_LIMIT = 50
/** Time limit of one request, ms. */
const LINES_TIMEOUT_MS = 30_000

/**
 * Requests the lines of a market at the preferred odds type (goblin). Four retries: 2 s, doubling up to 20 s,
 * plus jitter (H5).
 * @throws ApiError; Error for a response in neither form; the signal's reason on abort
 */
export async function fetchLines(api: ApiClient, category: string, signal: AbortSignal): Promise<ReadLines> {
  const query = { book: BOOK, sport: SPORT, category, limit: LINES_LIMIT, oddsType: PREFERRED_ODDS_TYPE }
  for (let retry = 1; ; retry += 1) {
    try {
      return readLines(
        await api.json('/api/fetch-lines', { query, signal, timeoutMs: LINES_TIMEOUT_MS }),
        category,
      )
    } catch (error) {
      if (signal.aborted || retry > LINES_RETRIES) throw error
      await pause(linesRetryDelayMs(retry, Math.random()), signal)
    }
  }
}
