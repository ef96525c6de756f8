import { battingSeasons } from '../earlier-seasons.ts'
import { type BatterInput, type BattingTotals, homeAdvantage, sanitizeCount } from '../input.ts'
import {
  isUnknownTotal,
  type LeagueRates,
  leagueRates,
  RECENT_DAYS,
  recentLeagueRates,
} from '../league-rates.ts'
import { seasonalTemperature, weatherFactors } from '../weather.ts'
import type { BattingConstants, Calendar, GameContextFactor, Kind, ScoringContext } from './constants.ts'
import {
  computeHomeShare,
  estimateSlots,
  estimateSteals,
  type OwnRecord,
  sumOwnRecord,
  type TrialsByYear,
  trialsByYear,
  usualRates,
  weighTrials,
} from './own-record.ts'
import { estimateStarter, findStarterShare, type StarterRecord } from './starter-record.ts'
import { type PerStep, parkShifts, perStep, type ShrunkRate, shrinkTrials, trialsOf } from './steps.ts'

/** Places in a batting order. */
const PLACES = 9
/**
 * Bounds of plausible plate appearances of a club per game. Totals outside of them are errors of the source.
 */
const PER_GAME = { least: 27, most: 54 }

/**
 * Plate appearances per place and game of this season's league, minus those of the fitted tables. They rise
 * with the rate of reaching base. 0 for implausible totals.
 */
export function leagueAppearances(totals: BattingTotals, { league, playingTime }: BattingConstants): number {
  const { games, plateAppearances } = totals
  const perGame = plateAppearances / games
  if (!(perGame >= PER_GAME.least && perGame <= PER_GAME.most)) return 0
  const weight = plateAppearances / (plateAppearances + league.strength)
  return (weight * (perGame - playingTime.perGame)) / PLACES
}

/** All inputs of a batter's forecast as features, before the fitted weights are applied. */
export interface Evidence {
  readonly league: LeagueRates
  readonly leagueRate: PerStep<number>
  /**
   * The league's rates in the last 30 days: the base of the forecast. The batter's record is compared with
   * `leagueRate`, the rates of the complete season.
   */
  readonly recentRate: PerStep<number>
  readonly own: OwnRecord
  readonly trials: PerStep<TrialsByYear>
  readonly shrunkRates: PerStep<ShrunkRate>
  readonly kind: Readonly<Record<Kind, number>>
  /** Features of the game context by step. Only `staff` and `park` differ between steps. */
  readonly gameContext: PerStep<Readonly<Record<GameContextFactor, number>>>
  /** Shift of each step's log-odds by the weather; 0 for the usual weather. */
  readonly weather: PerStep<number>
  /** Plate appearances per place and game of this season's league, minus those of the fitted tables. */
  readonly leagueAppearances: number
  /**
   * Chances of each place in the batting order, first to ninth: in recent starts (`usualSlots`), in this game
   * (`slots`).
   */
  readonly usualSlots: readonly number[]
  readonly slots: readonly number[]
  /** Log-odds of a stolen base after reaching first, and the variance of their error. */
  readonly steal: number
  readonly stealVariance: number
  /** Error variances of the opposing starter's rates. */
  readonly starterVariance: StarterRecord
  readonly calendar: Calendar
  /** `own` is 0 here. It is set where runs, runs batted in or playing time are computed. */
  readonly context: ScoringContext
}

/** Games of a club in a regular season; the season of 2020 was short. */
const gamesInSeason = (date: string): number => (date.startsWith('2020') ? 60 : 162)
/** Games before the end of a season in which clubs rest starters. */
const LAST_GAMES = 8
/** Days of September in which rosters and line-ups change. */
const TRANSITION_DAYS = 15
const DAY_MS = 86_400_000

/**
 * Calendar of a game.
 * @param date `YYYY-MM-DD`
 * @param played games of the club this season; null where unknown
 */
export function calendarOf(date: string, played: number | null): Calendar {
  const days = (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-08-31`)) / DAY_MS
  const left = played === null ? LAST_GAMES : Math.max(0, gamesInSeason(date) - played)
  return {
    september: days > 0 ? Math.min(1, days / TRANSITION_DAYS) : 0,
    lastGames: Math.max(0, 1 - left / LAST_GAMES),
  }
}

/** Plate appearances at the league's rate mixed into the runs of a club or a staff. */
const CLUB_STRENGTH = 2000
/**
 * Share of games with a left-handed starter (2019, Retrosheet). A batter's record was made against that mix.
 */
const LEFT_HANDED_SHARE = 0.28
/**
 * Shares of hits in play and of home runs in the run value of all hits, for the league of 2019.
 * Source: linear weights relative to an out (single 0.77 to home run 1.70 runs), Tango, Lichtman and Dolphin,
 * 'The Book' (2007), table 7.
 */
const HIT_WORTH = 0.7
const HOME_RUN_WORTH = 0.3

const HEART_OF_ORDER = [-0.2, 0.5, 0.5, 0.5, 0.3, -0.1, -0.4, -0.5, -0.6]

const runsAgainst = (totals: BattingTotals | null, leagueRuns: number): number => {
  if (!totals || leagueRuns <= 0) return 0
  const played = sanitizeCount(totals.plateAppearances)
  if (isUnknownTotal(totals.runs, played * leagueRuns)) return 0
  const rate = (sanitizeCount(totals.runs) + CLUB_STRENGTH * leagueRuns) / (played + CLUB_STRENGTH)
  return Math.log(Math.max(1e-3, rate / leagueRuns))
}

/**
 * Closeness of a mix of places to the second to fifth, where clubs put their best batters: about −0.5 to 0.5.
 */
const heartOfOrderScore = (slots: readonly number[]): number =>
  slots.reduce((sum, p, at) => sum + p * (HEART_OF_ORDER[at] ?? 0), 0)

/** Mean of a mix of places, scaled from −1 (first) to 1 (ninth). */
const middle = (slots: readonly number[]): number => slots.reduce((sum, p, at) => sum + p * (at - 4), 0) / 4

/**
 * Builds the features of a forecast from games before the day of the game.
 * @returns null for a batter without a plate appearance this season
 */
export function buildEvidence(input: BatterInput, constants: BattingConstants): Evidence | null {
  const { setting, home, bats, opposingStarter, opposingStaff, club } = input
  const league = leagueRates(setting.league, setting.date, constants.league)
  const own = sumOwnRecord(input, league)
  if (!own) return null
  const leagueRate = usualRates(league)
  const { recentBatting } = setting
  const recentRate = recentBatting
    ? usualRates(recentLeagueRates(league, recentBatting, setting.date, constants.league))
    : leagueRate
  const earlier = battingSeasons(input.earlier, setting.date, constants.league)
  const trials = trialsByYear(own, earlier)
  const shrunkRates = perStep((step) =>
    shrinkTrials(
      weighTrials(trials[step], leagueRate[step], constants.steps[step].memory),
      leagueRate[step],
      constants.steps[step].strength,
    ),
  )
  const { against: starter, variance: starterVariance } = estimateStarter(
    opposingStarter,
    setting.date,
    league,
    constants,
  )
  const staff =
    opposingStaff &&
    trialsOf({
      ...opposingStaff,
      hitByPitch: opposingStaff.hitByPitch ?? league.hitByPitch * opposingStaff.plateAppearances,
    })
  const park = parkShifts(league, setting.park)
  const homePark = parkShifts(league, input.homePark ?? (home && !setting.neutral ? setting.park : null))
  const usualSlots = estimateSlots(own)
  const announcedSlots = usualSlots.map((_, at) => (at + 1 === input.slot ? 1 : 0))
  const slots = announcedSlots.includes(1) ? announcedSlots : usualSlots
  const steal = estimateSteals(own, league, earlier, constants.scoring.stealStrength)
  const atHome = computeHomeShare(own, earlier)
  const season = seasonalTemperature(setting.date, recentBatting ? RECENT_DAYS : null)
  const clubGames = club ? sanitizeCount(club.games) : 0
  const share = clubGames > 0 ? Math.min(1, own.starts / clubGames) - 0.75 : 0
  const opposingShare = findStarterShare(opposingStarter, setting.date)
  const against = (side: string): number =>
    bats === side && opposingStarter?.throws
      ? opposingShare * ((opposingStarter.throws === 'L' ? 1 : 0) - LEFT_HANDED_SHARE)
      : 0
  return {
    league,
    leagueRate,
    recentRate,
    own,
    trials,
    shrunkRates,
    kind: {
      any: 1,
      usualSlot: middle(usualSlots),
      heartOfOrder: heartOfOrderScore(usualSlots),
      announcedSlot: middle(slots),
      startShare: share,
      strikeOut: shrunkRates.strikeOut.against,
      walk: shrunkRates.walk.against,
      homeRun: shrunkRates.homeRun.against,
      hit: shrunkRates.hit.against,
      extraBase: shrunkRates.extraBase.against,
    },
    gameContext: perStep((step) => ({
      always: 1,
      home: homeAdvantage(home, setting),
      seasonalTemperature: season,
      starterStrikeOut: starter.strikeOut,
      starterWalk: starter.walk,
      starterContact: starter.contact,
      staff: staff ? shrinkTrials(staff[step], leagueRate[step], constants.staffStrength).against : 0,
      park: park[step] - atHome * (1 - shrunkRates[step].weight) * homePark[step],
      leftyAgainstLeft: against('L'),
      rightyAgainstLeft: against('R'),
      switchAgainstLeft: against('S'),
    })),
    weather: parkShifts(league, weatherFactors(setting.weather)),
    leagueAppearances: leagueAppearances(setting.league, constants),
    usualSlots,
    slots,
    steal: steal.logOdds,
    stealVariance: steal.variance,
    starterVariance,
    calendar: calendarOf(setting.date, club && sanitizeCount(club.games)),
    context: {
      always: 1,
      home: homeAdvantage(home, setting) + 0.5,
      club: runsAgainst(club, league.runs),
      staff: runsAgainst(opposingStaff, league.runs),
      starterStrikeOut: starter.strikeOut,
      starterWalk: starter.walk,
      starterContact: starter.contact,
      park: HIT_WORTH * park.hit + HOME_RUN_WORTH * park.homeRun,
      own: 0,
    },
  }
}
