import type { GameLogRecord, GameLogsBody } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'
import { type LogsSummary, streamGameLogs } from '../board/game-logs.ts'

export type CollectedRecord = Exclude<GameLogRecord, { type: 'start' | 'end' | 'error' }>

export interface CollectedLogs extends LogsSummary {
  /** In the order of the request. */
  records: CollectedRecord[]
}

const keyOf = ({ name, team, group }: GameLogsBody['players'][number]) => JSON.stringify([name, team, group])

/**
 * Collects all records of `streamGameLogs`. Duplicate players are read once.
 * @throws UpstreamError when no game log could be read
 */
export async function collectLogs(
  deps: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  players: GameLogsBody['players'],
): Promise<CollectedLogs> {
  const found = new Map<string, CollectedRecord>()
  const wanted = new Map(players.map((player) => [keyOf(player), player]))
  const summary = await streamGameLogs(deps, [...wanted.values()], async (record) => {
    if (record.type !== 'start') found.set(keyOf(record), record)
  })
  const records = [...wanted.keys()].flatMap((key) => found.get(key) ?? [])
  return { ...summary, records }
}
