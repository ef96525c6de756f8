import type { OddsSport } from '../stat-type.ts'

const oddsMarket = (stat: string, key: string) => ({ stat, key: `player_${key}`, hasAlternates: true })

/** The NFL at The Odds API, in its version 4. Targets have no market there. */
export const NFL_ODDS: OddsSport = {
  key: 'americanfootball_nfl',
  markets: [
    oddsMarket('Pass Yards', 'pass_yds'),
    oddsMarket('Pass Attempts', 'pass_attempts'),
    oddsMarket('Pass Completions', 'pass_completions'),
    oddsMarket('Pass TDs', 'pass_tds'),
    oddsMarket('INT', 'pass_interceptions'),
    oddsMarket('Rush Yards', 'rush_yds'),
    oddsMarket('Rush Attempts', 'rush_attempts'),
    oddsMarket('Receiving Yards', 'reception_yds'),
    oddsMarket('Receptions', 'receptions'),
    oddsMarket('Pass+Rush Yds', 'pass_rush_yds'),
    oddsMarket('Rush+Rec Yds', 'rush_reception_yds'),
    oddsMarket('Rush+Rec TDs', 'rush_reception_tds'),
  ],
}
