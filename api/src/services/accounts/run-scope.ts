import { type ExtractedRow, IMAGE_CATEGORY, type Line, type StatGroup } from '@propsight/shared/contracts'
import {
  BOX_SCORE_GROUPS,
  canonicalStat,
  findStatType,
  loosePlayerName,
  parseStatsText,
} from '@propsight/shared/domain'
import { deriveOnce } from '../../platform/cache/cache.ts'
import { HttpError } from '../../platform/errors.ts'
import type { CorrectedRow, Run, RunsRepository } from '../../repositories/runs.ts'

/**
 * What a run covers. A run of lines covers the players of the lines that it delivered, in its own market. The
 * run of a picture covers the rows read off it, and a limited number of rows that the user corrects or adds.
 */

export interface ScopePorts {
  readonly repositories: { readonly runs: Pick<RunsRepository, 'addRows' | 'live'> }
}
type Player = { readonly name: string; readonly team: string; readonly group: StatGroup }

const ALL = 'All Stat Lines'
const GROUPS: readonly StatGroup[] = ['hitting', 'pitching', ...BOX_SCORE_GROUPS]

const outsideRun = (message: string) => new HttpError(403, 'OUTSIDE_RUN', message)

/** Key of a player that a run of lines covers. */
const playerKeyOf = ({ name, team, group }: Player): string =>
  JSON.stringify([name.trim(), team.trim(), group])
/** Key of a row that the run of a picture covers. */
const rowKeyOf = (name: string, statType: string): string =>
  JSON.stringify([loosePlayerName(name), canonicalStat(statType)])
const rowOfKey = (key: string): readonly string[] => JSON.parse(key)

/** The player whose game log grades a line; null for a line of two players and for an unknown market. */
export function rankedPlayerOf({ name, team, statType, combo }: Line): Player | null {
  const group = findStatType(statType)?.group
  return group === undefined || combo || name.trim() === '' ? null : { name, team, group }
}

/**
 * The keys that a delivery of lines covers. Computed once per list, which many requests share.
 * @returns none when no line can be ranked
 */
export const keysOfLines = deriveOnce((lines: readonly Line[]): readonly string[] =>
  keysOfPlayers(lines.map(rankedPlayerOf).filter((player) => player !== null)),
)

/** The keys that a delivery of forecasts covers. */
export const keysOfPlayers = (players: readonly Player[]): string[] => [...new Set(players.map(playerKeyOf))]

/** The keys that the delivery of a picture covers. A row without a readable market is covered by its name. */
export const keysOfRows = (rows: readonly ExtractedRow[]): string[] => {
  const keys = rows.map((row) =>
    rowKeyOf(row.name, row.statType ?? parseStatsText(row.stats)?.statType ?? ''),
  )
  return [...new Set(keys)]
}

/**
 * The markets that a run covers for a player: null for every market.
 * @returns an empty set when the run of a picture has no row of the player
 */
function listMarkets(
  run: Run,
  { name, group }: Pick<Player, 'name'> & { group?: StatGroup },
): ReadonlySet<string> | null {
  if (run.category === ALL) return null
  if (run.category !== IMAGE_CATEGORY) return new Set([canonicalStat(run.category)])
  const loose = loosePlayerName(name)
  const rows = [...run.covers, ...run.additions].map(rowOfKey)
  const stats = rows.flatMap(([rowName, stat = '']) => (rowName === loose ? [stat] : []))
  return new Set(stats.filter((stat) => group === undefined || findStatType(stat)?.group === group))
}

/** Reads a captured run again when it does not satisfy a condition: another instance may have delivered more. */
async function refreshUnless(
  { repositories }: ScopePorts,
  run: Run,
  isCovered: (run: Run) => boolean,
): Promise<Run> {
  if (isCovered(run)) return run
  const fresh = await repositories.runs.live(run.id, run.user_id, true)
  if (!fresh) throw new HttpError(403, 'RUN_REQUIRED', 'This analysis has ended. Start a new one.')
  return fresh
}

const keysOfRequest = deriveOnce((players: readonly Player[]): readonly (readonly string[])[] =>
  players.map((player) => [playerKeyOf(player)]),
)

/** Requires that the lines of a run delivered all players. @throws HttpError 403 OUTSIDE_RUN */
async function requirePlayers(
  deps: ScopePorts,
  run: Run,
  keys: readonly (readonly string[])[],
): Promise<Run> {
  const covers = (candidate: Run) =>
    keys.every((alternatives) => alternatives.some((key) => candidate.covers.has(key)))
  const current = await refreshUnless(deps, run, covers)
  if (!covers(current)) throw outsideRun('One of these players is not in this analysis.')
  return current
}

/**
 * Requires that the rows are of the run's picture, or adds them as corrections.
 * @throws HttpError 403 OUTSIDE_RUN when too many rows were corrected or added
 */
async function requireRows(deps: ScopePorts, run: Run, rows: readonly CorrectedRow[]): Promise<Run> {
  const has = (candidate: Run) =>
    rows.every(({ key }) => candidate.covers.has(key) || candidate.additions.has(key))
  const current = await refreshUnless(deps, run, has)
  if (has(current)) return current
  const missing = rows.filter(({ key }) => !current.covers.has(key))
  if (!(await deps.repositories.runs.addRows(run.id, run.user_id, missing))) {
    throw outsideRun(
      'More rows were changed or added than one picture allows. Read another picture for the rest.',
    )
  }
  return { ...current, additions: new Set([...current.additions, ...missing.map(({ key }) => key)]) }
}

/** A function from a player to the markets that the run covers for this player; null for every market. */
export type MarketsOfPlayer = (player: Player) => ReadonlySet<string> | null

/**
 * Requires that a paid run covers the players of a request.
 * @throws HttpError 403 OUTSIDE_RUN
 */
export async function coverPlayers(
  deps: ScopePorts,
  run: Run,
  players: readonly (Player & {
    readonly stats?: readonly string[] | undefined
    readonly rows?: readonly string[] | undefined
  })[],
): Promise<MarketsOfPlayer> {
  if (run.category !== IMAGE_CATEGORY) {
    await requirePlayers(deps, run, keysOfRequest(players))
    return (player) => listMarkets(run, player)
  }
  const corrected = players.flatMap(({ name, stats = [], rows = [] }) =>
    stats.map((stat, index) => ({ key: rowKeyOf(name, stat), row: rows[index] ?? null })),
  )
  const current = await requireRows(deps, run, corrected)
  const isRead = (candidate: Run) => players.every((player) => listMarkets(candidate, player)?.size !== 0)
  const complete = await refreshUnless(deps, current, isRead)
  if (!isRead(complete)) throw outsideRun('One of these players is not in this picture.')
  return (player) => listMarkets(complete, player)
}

/**
 * Requires that a paid run covers the lines of an analysis: their market and their players. Lines that cannot
 * be ranked are not checked, since nothing is served for them.
 * @throws HttpError 403 RUN_REQUIRED for another market, OUTSIDE_RUN for another player
 */
export async function coverLines(deps: ScopePorts, run: Run, lines: readonly Line[]): Promise<void> {
  const isImage = run.category === IMAGE_CATEGORY
  const isOtherMarket = ({ statType }: Line) => canonicalStat(statType) !== canonicalStat(run.category)
  if (!isImage && run.category !== ALL && lines.some(isOtherMarket))
    throw new HttpError(403, 'RUN_REQUIRED', `This analysis was started for ${run.category}.`)
  const ranked = lines.flatMap((line) => {
    const player = rankedPlayerOf(line)
    return player ? [{ ...player, stats: [line.statType], rows: [line.id] }] : []
  })
  await coverPlayers(deps, run, ranked)
}

/** Requires that a paid run covers players who are named without a stat group. @throws HttpError 403 OUTSIDE_RUN */
export async function coverNames(
  deps: ScopePorts,
  run: Run,
  players: readonly Pick<Player, 'name' | 'team'>[],
): Promise<void> {
  if (run.category !== IMAGE_CATEGORY) {
    const keys = players.map(({ name, team }) => GROUPS.map((group) => playerKeyOf({ name, team, group })))
    await requirePlayers(deps, run, keys)
    return
  }
  const isRead = (candidate: Run) => players.every(({ name }) => listMarkets(candidate, { name })?.size !== 0)
  if (!isRead(await refreshUnless(deps, run, isRead)))
    throw outsideRun('One of these players is not in this picture.')
}
