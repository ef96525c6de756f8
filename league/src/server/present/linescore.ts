import type { Game, Tally } from '../../world/game.ts'

const ordinal = (n: number): string => {
  const teen = n % 100 >= 11 && n % 100 <= 13
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

const line = ({ runs, hits, errors, leftOnBase }: Tally) => ({ runs, hits, errors, leftOnBase })

/** `game/{pk}/linescore`: before the first pitch there are neither innings nor runs. */
export function presentLinescore(game: Game) {
  const { result } = game
  if (!result)
    return { scheduledInnings: 9, innings: [], teams: { home: {}, away: {} }, defense: {}, offense: {} }
  const { total } = result
  const played = Math.max(9, result.innings.length)
  const last = result.innings.at(-1)
  const top = last ? last.home === null || (last.home.runs === 0 && total.home.runs > total.away.runs) : false
  return {
    currentInning: played,
    currentInningOrdinal: ordinal(played),
    inningState: top ? 'Top' : 'Bottom',
    inningHalf: top ? 'Top' : 'Bottom',
    isTopInning: top,
    scheduledInnings: 9,
    innings: result.innings.map(({ away, home }, index) => ({
      num: index + 1,
      ordinalNum: ordinal(index + 1),
      home: home ? line(home) : { hits: 0, errors: 0, leftOnBase: 0 },
      away: line(away),
    })),
    teams: {
      home: { ...line(total.home), isWinner: total.home.runs > total.away.runs },
      away: { ...line(total.away), isWinner: total.away.runs > total.home.runs },
    },
    defense: {},
    offense: {},
    balls: 0,
    strikes: 0,
    outs: 3,
  }
}
