import { findStatType } from '@propsight/shared/domain'
import * as z from 'zod'
import { read } from '../../config/read.ts'
import { type LineMap, lineMap, PREFERRED_TIER, type TierLine } from '../../scoring/line-map.ts'

const text = z.string().max(120)
const number = z.union([z.number(), z.string().max(20)]).transform(Number)

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
const playersForm = z.looseObject({ players: z.array(z.unknown()) })

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

/** The items that match the schema. Invalid items are skipped. */
const fitting = <T>(schema: z.ZodType<T>, items: readonly unknown[]): T[] =>
  items.flatMap((item) => {
    const parsed = schema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })

const sameStat = (named: string | undefined, category: string): boolean =>
  named === undefined || findStatType(named)?.name === findStatType(category)?.name

function fromPlayers(items: readonly unknown[], category: string): TierLine[] {
  return fitting(player, items).flatMap((each) => {
    const line = each.line ?? each.bettingLine ?? each.value ?? each.stat_value
    if (line === undefined || each.combo || !sameStat(each.statType, category)) return []
    return {
      name: each.name,
      team: each.team ?? '',
      line,
      oddsType: each.oddsType ?? each.odds_type ?? STANDARD,
    }
  })
}

function fromJsonApi(data: readonly unknown[], included: readonly unknown[], category: string): TierLine[] {
  const players = new Map(fitting(includedPlayer, included).map(({ id, attributes }) => [id, attributes]))
  return fitting(projection, data).flatMap(({ attributes, relationships }) => {
    const who = players.get((relationships.new_player ?? relationships.player)?.data.id ?? '')
    if (!who || !sameStat(attributes.stat_type, category)) return []
    return {
      name: who.name,
      team: who.team ?? '',
      line: attributes.line_score,
      oddsType: attributes.odds_type ?? STANDARD,
    }
  })
}

/**
 * Reads the lines at the preferred odds type from a response in either form (H5).
 * @param category the requested market; lines of other markets are skipped
 * @throws Error when the response has neither form
 */
export function readLines(answer: unknown, category: string): LineMap {
  const inPlayers = playersForm.safeParse(answer)
  const lines = inPlayers.success
    ? fromPlayers(inPlayers.data.players, category)
    : fromJsonApi(...partsOf(answer), category)
  return lineMap(
    lines.filter(({ line }) => Number.isFinite(line)),
    PREFERRED_TIER,
  )
}

function partsOf(answer: unknown): [data: readonly unknown[], included: readonly unknown[]] {
  const { data, included } = read(jsonApiForm, answer)
  return [data, included]
}
