import type Router from '@koa/router'
import { NFL_ODDS } from '@propsight/shared/domain/sports/nfl'
import { SampleNba } from '../nba/league.ts'
import { nbaOdds, SampleNbaOdds } from '../nba/odds.ts'
import { openNbaReplay } from '../nba/replay-odds.ts'
import { nbaRoutes } from '../nba/service.ts'
import type { NbaSource } from '../nba/source.ts'
import { SampleNfl } from '../nfl/league.ts'
import { nflRoutes } from '../nfl/service.ts'
import type { LeagueOdds } from '../odds/odds-source.ts'
import type { BoardLine } from '../world/world.ts'

/** A league at the book. */
export interface BookLeague {
  readonly id: number
  readonly name: string
  readonly icon: string
}

/** A sport besides baseball: its lines, and the paths of its services. */
export interface SampleSport {
  readonly book: BookLeague
  lines(now: Date): readonly BoardLine[]
  /** The sport at the odds service; null in a replay. */
  readonly odds: LeagueOdds | null
  routes(now: () => Date): Router
}

/** No book of the sample prices football. */
const NFL_AT_ODDS: LeagueOdds = {
  sport: NFL_ODDS,
  title: 'NFL',
  group: 'American Football',
  description: 'US Football',
  source: null,
}

/** The folders of a replay besides those of baseball, and its day. */
export interface OtherFolders {
  readonly folders: readonly string[]
  readonly date: string
}

/** The NBA with its odds: the sample one, or that of a replay's folders. */
function openNba(
  seed: string | null,
  replay: OtherFolders | null,
): { nba: NbaSource | null; odds: LeagueOdds | null } {
  if (seed !== null) {
    const nba = new SampleNba(seed)
    return { nba, odds: nbaOdds(new SampleNbaOdds(seed, nba)) }
  }
  if (!replay || replay.folders.length === 0) return { nba: null, odds: null }
  const { nba, odds } = openNbaReplay(replay.folders, replay.date)
  return { nba, odds: nbaOdds(odds) }
}

/** Makes the sports. @param seed null in a replay: a sport without a folder has the paths and no games */
export function makeSports(seed: string | null, replay: OtherFolders | null): readonly SampleSport[] {
  const { nba, odds } = openNba(seed, replay)
  const nfl = seed === null ? null : new SampleNfl(seed)
  return [
    {
      book: { id: 7, name: 'NBA', icon: 'basketball' },
      lines: (now) => nba?.lines(now) ?? [],
      odds,
      routes: (now) => nbaRoutes(nba, now),
    },
    {
      book: { id: 9, name: 'NFL', icon: 'football' },
      lines: (now) => nfl?.lines(now) ?? [],
      odds: nfl && NFL_AT_ODDS,
      routes: (now) => nflRoutes(nfl, now),
    },
  ]
}
