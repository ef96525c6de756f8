import type { EngineResult, LineEvidence, StatForecast } from '@propsight/shared/domain/engine'

/** A player's line of a box score. */
export interface SportLine {
  readonly playerId: string
  readonly club: string
}

/** A finished game of a season. */
export interface SportGame<Line extends SportLine = SportLine> {
  readonly id: string
  readonly date: string
  /** Year in which the season began. */
  readonly season: number
  readonly home: string
  readonly away: string
  readonly lines: readonly Line[]
}

/** The records of a league, to which games are added in order of date. */
interface League<Game, Player, Outlook> {
  readonly player: (id: string, season: number) => Player | undefined
  readonly reportedOut: (club: string, season: number, playing: ReadonlySet<string>) => ReadonlySet<string>
  readonly outlook: (player: Player, club: string, game: Game, out?: ReadonlySet<string>) => Outlook
  readonly add: (game: Game) => void
}

/** A judged line: the same for all players, or the half line at the player's mean of the season. */
export interface JudgedLine {
  readonly name: string
  readonly stat: string
  readonly line: number | null
}

/** A sport whose engine forecasts players from box scores, and what the commands need of it. */
export interface Sport<
  Line extends SportLine,
  Game extends SportGame<Line>,
  Player,
  Outlook,
  Constants extends object,
> {
  readonly name: string
  /** As people write it. */
  readonly title: string
  readonly stats: readonly string[]
  /** Value of a market in a game; null where the source lacks a count. */
  readonly value: (stat: string, line: Line) => number | null
  /** The lines that are the same for all players, by stat. */
  readonly fixedLines: Readonly<Record<string, readonly number[]>>
  /** Least earlier games of the season of a judged player, and games at the base rate in the share of overs. */
  readonly judged: { readonly least: number; readonly shrink: number; readonly words: string }
  /** Least games of the season of a player's own rate at a line. */
  readonly ownRate: number
  /** Whether the books offer lines on the player: the others are not judged. */
  readonly offered: (outlook: Outlook) => boolean
  /** Minutes before the game from which reports say who is out. */
  readonly reportedMinutes: number
  readonly league: (constants: Constants) => League<Game, Player, Outlook>
  readonly forecast: (
    outlook: Outlook,
    stats: readonly string[],
    constants: Constants,
  ) => EngineResult<StatForecast[]>
  readonly constants: Constants
  /** The data of the constants, with its first and last day. */
  readonly fitted: string
  readonly lineEvidence: LineEvidence
  /** The stats by their names in the files of prices. */
  readonly priced: Readonly<Record<string, string>>
  /** Folder of the fitted constants. */
  readonly folder: string
  /** Reads the seasons of folders, in order of date. */
  readonly readSeasons: (folders: readonly string[]) => Game[]
  /** Fits the constants on games of earlier days only. */
  readonly fit: (games: readonly Game[], say: (part: string) => void) => Constants
}

/** Any sport. */
// biome-ignore lint/suspicious/noExplicitAny: the types of a sport's records matter only to its own fit
export type AnySport = Sport<any, any, any, any, any>

/** A player's game on a visited day, before and after. */
export interface PlayerGame<Line, Game, Player, Outlook> {
  readonly game: Game
  readonly line: Line
  /** The player's record of the morning. */
  readonly player: Player
  /** What is known before the game, with or without the reports of who is out. */
  readonly outlook: (reports: 'known' | 'unknown') => Outlook
}

/**
 * Goes through the seasons day by day and visits every player's game with the league's records of the morning. The
 * records get the games of a day after all of its visits. A player's first game is not visited.
 */
export function walkSport<
  Line extends SportLine,
  Game extends SportGame<Line>,
  Player,
  Outlook,
  Constants extends object,
>(
  sport: Pick<Sport<Line, Game, Player, Outlook, Constants>, 'league'>,
  games: readonly Game[],
  constants: Constants,
  visit: (game: PlayerGame<Line, Game, Player, Outlook>) => void,
  { to = '9999-12-31' }: { readonly to?: string | undefined } = {},
): void {
  const league = sport.league(constants)
  const visitGame = (game: Game): void => {
    for (const club of [game.home, game.away]) {
      const lines = game.lines.filter((line) => line.club === club)
      const playing = new Set(lines.map(({ playerId }) => playerId))
      let reported: ReadonlySet<string> | undefined
      for (const line of lines) {
        const player = league.player(line.playerId, game.season)
        if (player === undefined) continue
        const outlook = (reports: 'known' | 'unknown') => {
          reported ??= league.reportedOut(club, game.season, playing)
          return league.outlook(player, club, game, reports === 'known' ? reported : undefined)
        }
        visit({ game, line, player, outlook })
      }
    }
  }
  for (const [date, today] of Map.groupBy(games, (game) => game.date)) {
    if (date > to) return
    for (const game of today) visitGame(game)
    for (const game of today) league.add(game)
  }
}
