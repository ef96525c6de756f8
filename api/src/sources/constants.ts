import {
  STATS_BATCH_PAUSE_MS,
  STATS_BATCH_PLAYERS,
  STATS_SUB_BATCH_PAUSE_MS,
  STATS_SUB_BATCH_PLAYERS,
} from '@propsight/shared/domain'
import type { PaceRule } from '../platform/service-client/pace.ts'
import type { RetryPolicy } from '../platform/service-client/retry.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MEBIBYTE = 1024 * 1024
const LONGEST_RETRY_AFTER_MS = 30_000

/** Specification 2 §9, DECISIONS 'Politeness and speed': 6 in flight, 350 ms between sixes, 1,500 ms after 16. */
export const STATS_PACE: PaceRule = {
  subBatch: STATS_SUB_BATCH_PLAYERS,
  batch: STATS_BATCH_PLAYERS,
  subBatchPauseMs: STATS_SUB_BATCH_PAUSE_MS,
  batchPauseMs: STATS_BATCH_PAUSE_MS,
}

/** Specification 2 §9: 3 attempts, 300 ms start, growth 1.6, cap 2,000 ms, jitter (its size is ours). */
export const STATS_RETRY: RetryPolicy = {
  attempts: 3,
  startMs: 300,
  growth: 1.6,
  capMs: 2_000,
  jitterMs: 100,
  longestRetryAfterMs: LONGEST_RETRY_AFTER_MS,
}

/** Forecasts do without what takes longer: the logs behind it in the queue are not to wait for it. */
export const TOTALS_TIMEOUT_MS = 4_000
/** Logs do without roster moves, too: a silent service is asked for them once, then left alone for a while. */
export const NEWS_TIMEOUT_MS = 2_000
export const NEWS_BREAKER_FAILURES = 1
export const TOTALS_RETRY: RetryPolicy = { ...STATS_RETRY, attempts: 2 }
export const ORDERS_RETRY: RetryPolicy = { ...STATS_RETRY, attempts: 1 }
/** Earlier seasons are many questions, and each can be done without for a while. */
export const HISTORY_RETRY: RetryPolicy = { ...STATS_RETRY, attempts: 2 }

/** Specification 2 §7: up to 4 retries, exponential from 2 s, capped at 20 s, up to 500 ms of jitter. */
export const LINES_RETRY: RetryPolicy = {
  attempts: 5,
  startMs: 2_000,
  growth: 2,
  capMs: 20_000,
  jitterMs: 500,
  longestRetryAfterMs: LONGEST_RETRY_AFTER_MS,
}

/** Scores of a day and weather are a glance: who waits for them is told of a failure soon. */
export const GLANCE_RETRY: RetryPolicy = { ...STATS_RETRY, attempts: 2 }
/** Open-Meteo takes 600 calls a minute, the others name no figure: a page's questions come in one or a few. */
export const GLANCE_PACE: PaceRule = { subBatch: 4, batch: 16, subBatchPauseMs: 200, batchPauseMs: 1_000 }

/** `people?personIds=`: as many as public clients ask at once (DECISIONS 'Politeness and speed'). */
export const PEOPLE_PER_REQUEST = 40

export const STATS_TIMEOUT_MS = 15_000
export const LINES_TIMEOUT_MS = 20_000
export const GLANCE_TIMEOUT_MS = 3_000
/** Forty players' whole seasons are about 7 MB before `fields=` cuts them. */
export const STATS_MAX_BYTES = 24 * MEBIBYTE
/** The whole book, all leagues, was 2 MB when it was recorded. */
export const LINES_MAX_BYTES = 16 * MEBIBYTE
/** A week of football was 0.5 MB when it was recorded; the weather of sixty stadiums is about 1.5 MB. */
export const GLANCE_MAX_BYTES = 8 * MEBIBYTE

/** MLB in the book (recorded 2024-06-10). */
export const BOOK_MLB_LEAGUE = '2'
/** As recorded clients ask (2023-12): the whole board in one question. */
export const BOOK_PAGE_SIZE = 10_000
export const BOOK_MOST_PAGES = 5
/** Specification 2 §9: lines are fetched for California. */
export const BOOK_STATE = 'CA'

export interface Ages {
  /** Answered from the cache as it is. */
  freshMs: number
  /** Answered from the cache while it is read again behind the answer. */
  graceMs: number
  /** Read again first; the cached answer stands in where that fails. Forgotten after this. */
  keepMs: number
}

/** Lines move by the minute; 12 h is how long specification 2 §9 trusts a cached line at most. */
export const LINES_AGES: Ages = { freshMs: MINUTE_MS, graceMs: 10 * MINUTE_MS, keepMs: 12 * HOUR_MS }
export const ROSTER_AGES: Ages = { freshMs: HOUR_MS, graceMs: 12 * HOUR_MS, keepMs: 72 * HOUR_MS }
export const TEAMS_AGES: Ages = { freshMs: 12 * HOUR_MS, graceMs: 72 * HOUR_MS, keepMs: 168 * HOUR_MS }
/** The league's sums move by one game a day: what the morning read serves the evening. */
export const CLUB_TOTALS_AGES: Ages = { freshMs: 3 * HOUR_MS, graceMs: 24 * HOUR_MS, keepMs: 72 * HOUR_MS }
/** Days back whose batting orders are read: a dozen starts, and the latest weigh most. */
export const ORDER_DAYS = 14
/** Lists of the injured are made public in the hours before a game. */
export const TRANSACTION_AGES: Ages = {
  freshMs: 10 * MINUTE_MS,
  graceMs: 20 * MINUTE_MS,
  keepMs: 24 * HOUR_MS,
}
/** A club's starters of the season, a player's halves of it: both move by one game a day. */
export const CLUB_SEASON_AGES: Ages = { freshMs: 2 * HOUR_MS, graceMs: 24 * HOUR_MS, keepMs: 72 * HOUR_MS }
export const SPLIT_AGES: Ages = { freshMs: HOUR_MS, graceMs: 12 * HOUR_MS, keepMs: 48 * HOUR_MS }
export const SCHEDULE_AGES: Ages = { freshMs: MINUTE_MS, graceMs: 15 * MINUTE_MS, keepMs: 12 * HOUR_MS }
/** Specification 1 §9: weather is cached for an hour. */
export const WEATHER_AGES: Ages = { freshMs: HOUR_MS, graceMs: 3 * HOUR_MS, keepMs: 12 * HOUR_MS }
/** Which square of the grid a stadium is in; the service redraws it every few years. */
export const GRID_AGES: Ages = { freshMs: 168 * HOUR_MS, graceMs: 720 * HOUR_MS, keepMs: 720 * HOUR_MS }
export const LOG_AGES: Ages = { freshMs: 10 * MINUTE_MS, graceMs: 2 * HOUR_MS, keepMs: 24 * HOUR_MS }
/** A season that is over hardly changes: the odd scoring is corrected in the winter after it. */
export const EARLIER_LOG_AGES: Ages = {
  freshMs: 720 * HOUR_MS,
  graceMs: 1_440 * HOUR_MS,
  keepMs: 2_160 * HOUR_MS,
}
export const EARLIER_SEASON_AGES: Ages = {
  freshMs: 168 * HOUR_MS,
  graceMs: 720 * HOUR_MS,
  keepMs: 2_160 * HOUR_MS,
}
export const MIRROR_AGES: Ages = { freshMs: MINUTE_MS, graceMs: 10 * MINUTE_MS, keepMs: 6 * HOUR_MS }
export const LIVE_AGES: Ages = { freshMs: 10_000, graceMs: 30_000, keepMs: 10 * MINUTE_MS }

/** Entries kept in memory, oldest use dropped first. A season's log is about 25 kB, a live feed about 1 MB. */
export const LOG_ENTRIES = 1_200
/** Logs of starters' earlier seasons, about 8 kB each: those of five days' starters, over twenty seasons. */
export const EARLIER_LOG_ENTRIES = 4_000
/** Halves of seasons and pairs that met, about 3 kB each: those of a day's boards. */
export const DETAIL_ENTRIES = 1_200
/** A span of days may be megabytes, and only the last one is asked for again. */
export const SPAN_ENTRIES = 2
export const MIRROR_ENTRIES = 400
export const FEED_ENTRIES = 24
/** JSON of the mirror kept in memory, in characters; parsed it takes about four times that. */
export const MIRROR_CHARS = 16 * MEBIBYTE
export const FEW_ENTRIES = 60
/** Stadiums of both sports, each once. */
export const STADIUM_ENTRIES = 80

/** Days of a forecast: two weeks at most, beyond which Open-Meteo counts a place as several calls. */
export const WEATHER_PAST_DAYS = 2
export const WEATHER_DAYS_AHEAD = 11
/** Questions that come within so long are asked in one request: a page opens with one for each game. */
export const WEATHER_GATHER_MS = 10
export const PLACES_PER_REQUEST = 30

export const BREAKER_FAILURES = 4
/** A backup stands in for these, or another sport: they are given up sooner. */
export const GLANCE_BREAKER_FAILURES = 2
export const BREAKER_REST_MS = 15_000
export const BREAKER_LONGEST_REST_MS = 120_000
/** How long other questions wait for the end of a trial: a board asks several at once, and a silent one tells nobody. */
export const TRIAL_WAIT_MS = 5_000
