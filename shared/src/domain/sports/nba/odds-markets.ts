import type { OddsSport } from '../stat-type.ts'

const oddsMarket = (stat: string, key: string, hasAlternates = true) => ({
  stat,
  key: `player_${key}`,
  hasAlternates,
})

/** The NBA at The Odds API (the-odds-api.com/sports-odds-data/betting-markets). Each market of a read costs a credit. */
export const NBA_ODDS: OddsSport = {
  key: 'basketball_nba',
  markets: [
    oddsMarket('Points', 'points'),
    oddsMarket('Rebounds', 'rebounds'),
    oddsMarket('Assists', 'assists'),
    oddsMarket('3-PT Made', 'threes'),
    oddsMarket('Pts+Rebs+Asts', 'points_rebounds_assists'),
    oddsMarket('Pts+Rebs', 'points_rebounds'),
    oddsMarket('Pts+Asts', 'points_assists'),
    oddsMarket('Rebs+Asts', 'rebounds_assists'),
    oddsMarket('Steals', 'steals'),
    oddsMarket('Blocked Shots', 'blocks'),
    oddsMarket('Blks+Stls', 'blocks_steals', false),
    oddsMarket('Turnovers', 'turnovers'),
  ],
}
