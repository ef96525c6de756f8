import type { SeasonLog } from './season-log.ts'

/** Key of one club's game. */
export const clubGameKey = (gameId: string, home: boolean): string => `${gameId}|${home}`

/**
 * Runs of each club in each game of a log, by `clubGameKey`: the sum of its batters' runs, else the runs that
 * the other club's pitchers allowed, else the score of the game. A sum with an unknown part is unknown, and
 * games without any of the three are left out.
 */
export function clubRuns({ batting, pitching, games }: SeasonLog): Map<string, number> {
  const runs = new Map<string, number>()
  for (const { id, score } of games) {
    if (!score) continue
    runs.set(clubGameKey(id, true), score.home)
    runs.set(clubGameKey(id, false), score.away)
  }
  const sumBy = (
    lines: readonly { gameId: string; home: boolean; counts: { runs?: number | undefined } }[],
    clubIsHome: (home: boolean) => boolean,
  ) => {
    const byClub = Map.groupBy(lines, ({ gameId, home }) => clubGameKey(gameId, clubIsHome(home)))
    for (const [key, members] of byClub) {
      // Not a number as soon as one line lacks its runs.
      const sum = members.reduce((all, { counts }) => all + (counts.runs ?? Number.NaN), 0)
      if (!Number.isNaN(sum)) runs.set(key, sum)
    }
  }
  sumBy(pitching, (home) => !home)
  sumBy(batting, (home) => home)
  return runs
}
