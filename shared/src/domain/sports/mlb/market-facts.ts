import type { OddsMarket, OddsSport } from '../stat-type.ts'
import type { ParkFactors } from './engine/input.ts'
import { findStatType } from './stat-types.ts'

/** What the product knows about a market besides its formula (`stat-types.ts`), by the name in `findStatType`. */
export interface MarketFacts {
  /** Its key at The Odds API; null if the service does not offer it. Each market of a read costs a credit. */
  readonly odds: string | null
  /** Whether the documentation of The Odds API names alternate lines. A request with an unknown market is rejected. */
  readonly hasAlternates: boolean
  /**
   * Lowest and highest plausible line, with a margin. A line outside was probably read without its decimal point. It
   * only causes a doubt; no line is refused.
   */
  readonly plausible: readonly [low: number, high: number]
  /** The park factors that affect it most, for explanations; null where the engine has no effect of the park. */
  readonly parkEvents: readonly (keyof ParkFactors)[] | null
  /** The park factor that sentences of AI mode name; null for none. */
  readonly parkFactor: keyof ParkFactors | null
}

/** What a park factor is about, in the plural. */
export const PARK_EVENT_NAMES: Readonly<Record<keyof ParkFactors, string>> = {
  single: 'singles',
  double: 'doubles',
  triple: 'triples',
  homeRun: 'home runs',
  strikeOut: 'strikeouts',
  walk: 'walks',
}

const OF_HITS: MarketFacts['parkEvents'] = ['single', 'homeRun']

const facts = (
  odds: { key: string; alternates?: true } | null,
  plausible: MarketFacts['plausible'],
  parkEvents: MarketFacts['parkEvents'],
  parkFactor: MarketFacts['parkFactor'] = null,
): MarketFacts => ({
  odds: odds?.key ?? null,
  hasAlternates: odds?.alternates ?? false,
  plausible,
  parkEvents,
  parkFactor,
})

const MARKET_FACTS: Readonly<Record<string, MarketFacts>> = {
  'Pitcher Strikeouts': facts(
    { key: 'pitcher_strikeouts', alternates: true },
    [1.5, 12.5],
    ['strikeOut'],
    'strikeOut',
  ),
  // The model of the length has no effect of the park.
  'Pitching Outs': facts({ key: 'pitcher_outs' }, [5.5, 23.5], null),
  'Hits Allowed': facts({ key: 'pitcher_hits_allowed', alternates: true }, [1.5, 9.5], OF_HITS, 'single'),
  'Walks Allowed': facts({ key: 'pitcher_walks', alternates: true }, [0.5, 4.5], ['walk'], 'walk'),
  'Earned Runs Allowed': facts({ key: 'pitcher_earned_runs' }, [0.5, 5.5], OF_HITS),
  'Pitcher Fantasy Score': facts(null, [10, 60], ['strikeOut', 'homeRun']),
  Hits: facts({ key: 'batter_hits', alternates: true }, [0.5, 3.5], OF_HITS, 'single'),
  'Total Bases': facts({ key: 'batter_total_bases', alternates: true }, [0.5, 4.5], OF_HITS, 'homeRun'),
  'Home Runs': facts({ key: 'batter_home_runs', alternates: true }, [0.5, 1.5], ['homeRun'], 'homeRun'),
  RBIs: facts({ key: 'batter_rbis', alternates: true }, [0.5, 3.5], OF_HITS),
  Runs: facts({ key: 'batter_runs_scored', alternates: true }, [0.5, 2.5], OF_HITS),
  'Hits+Runs+RBIs': facts({ key: 'batter_hits_runs_rbis' }, [0.5, 6.5], OF_HITS),
  Singles: facts({ key: 'batter_singles', alternates: true }, [0.5, 2.5], ['single'], 'single'),
  Doubles: facts({ key: 'batter_doubles', alternates: true }, [0.5, 1.5], ['double'], 'double'),
  Walks: facts({ key: 'batter_walks', alternates: true }, [0.5, 2.5], ['walk'], 'walk'),
  'Hitter Strikeouts': facts(
    { key: 'batter_strikeouts', alternates: true },
    [0.5, 2.5],
    ['strikeOut'],
    'strikeOut',
  ),
  'Stolen Bases': facts({ key: 'batter_stolen_bases' }, [0.5, 1.5], ['single', 'walk']),
  'Hitter Fantasy Score': facts(null, [3, 16], OF_HITS),
}

/** The facts of a market by its name or an alias; undefined for a name that is not a market. */
export const marketFacts = (stat: string): MarketFacts | undefined =>
  MARKET_FACTS[findStatType(stat)?.name ?? '']

/** A market at The Odds API, of batters or of pitchers. */
export interface BaseballOddsMarket extends OddsMarket {
  readonly role: 'batter' | 'pitcher'
}

/** The markets of The Odds API: pitchers first. */
export const ODDS_MARKETS: readonly BaseballOddsMarket[] = Object.entries(MARKET_FACTS).flatMap(
  ([stat, { odds, hasAlternates }]) => {
    const role = findStatType(stat)?.group === 'pitching' ? 'pitcher' : 'batter'
    return odds === null ? [] : [{ key: odds, stat, role, hasAlternates }]
  },
)

/** Baseball at The Odds API. */
export const MLB_ODDS: OddsSport = { key: 'baseball_mlb', markets: ODDS_MARKETS }
