import type { SportCode } from '@propsight/shared/domain'
import type { Ages } from '../platform/cache/freshness.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MEBIBYTE = 1024 * 1024

/** Ids per `people?personIds=` request: the number that public clients use. */
export const PEOPLE_PER_REQUEST = 40

/** League ids in the book (recorded 2024-06-10). */
export const BOOK_LEAGUES: Readonly<Record<SportCode, string>> = { MLB: '2', NBA: '7', NFL: '9' }
/**
 * The page size that recorded clients use (2023-12): the whole board in one request. The book may give less: clients of
 * 2025 read pages of 250, of which a day has about fifteen.
 */
export const BOOK_PAGE_SIZE = 10_000
export const BOOK_MAX_PAGES = 40
/** Lines are requested for California (row N8). */
export const BOOK_STATE = 'CA'

/** Lines change every minute. A cached line is valid for at most 12 h (row H5). */
export const LINES_AGES: Ages = { freshMs: MINUTE_MS, graceMs: 10 * MINUTE_MS, keepMs: 12 * HOUR_MS }
export const ROSTER_AGES: Ages = { freshMs: HOUR_MS, graceMs: 12 * HOUR_MS, keepMs: 72 * HOUR_MS }
export const TEAMS_AGES: Ages = { freshMs: 12 * HOUR_MS, graceMs: 72 * HOUR_MS, keepMs: 168 * HOUR_MS }
/** Club totals change by one game a day, and a box score by few corrections: those of the morning do in the evening. */
export const CLUB_TOTALS_AGES: Ages = { freshMs: 3 * HOUR_MS, graceMs: 24 * HOUR_MS, keepMs: 72 * HOUR_MS }
/** Injured lists are published in the hours before a game. */
export const TRANSACTION_AGES: Ages = {
  freshMs: 10 * MINUTE_MS,
  graceMs: 20 * MINUTE_MS,
  keepMs: 24 * HOUR_MS,
}
/** The starters of a club's season and the splits of a player change by one game a day. */
export const CLUB_SEASON_AGES: Ages = { freshMs: 2 * HOUR_MS, graceMs: 24 * HOUR_MS, keepMs: 72 * HOUR_MS }
export const SPLIT_AGES: Ages = { freshMs: HOUR_MS, graceMs: 12 * HOUR_MS, keepMs: 48 * HOUR_MS }
/** Within half a day a game that was played yesterday is listed as over. */
export const UNFINISHED_AGES: Ages = { freshMs: HOUR_MS, graceMs: 12 * HOUR_MS, keepMs: 48 * HOUR_MS }
export const SCHEDULE_AGES: Ages = { freshMs: MINUTE_MS, graceMs: 15 * MINUTE_MS, keepMs: 12 * HOUR_MS }
/** Weather is cached for an hour (row W2). */
export const WEATHER_AGES: Ages = { freshMs: HOUR_MS, graceMs: 3 * HOUR_MS, keepMs: 12 * HOUR_MS }
/** The forecast grid cell of a stadium. The service changes its grid every few years. */
export const GRID_AGES: Ages = { freshMs: 168 * HOUR_MS, graceMs: 720 * HOUR_MS, keepMs: 720 * HOUR_MS }
export const LOG_AGES: Ages = { freshMs: 10 * MINUTE_MS, graceMs: 2 * HOUR_MS, keepMs: 24 * HOUR_MS }
/** A finished season hardly changes: a few scoring decisions are corrected in the following winter. */
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

/**
 * Maximum number of entries in memory; the least recently used is dropped first. The game log of a season is
 * about 25 kB, a live feed about 1 MB.
 */
export const LOG_ENTRIES = 1_200
/**
 * Game logs of starters in earlier seasons, about 8 kB each: the starters of five days over twenty seasons.
 */
export const EARLIER_LOG_ENTRIES = 4_000
/** Player splits and batter-pitcher histories, about 3 kB each: enough for the boards of one day. */
export const DETAIL_ENTRIES = 1_200
/** A date range of transactions can be megabytes, and only the latest one is requested again. */
export const SPAN_ENTRIES = 2
export const MIRROR_ENTRIES = 400
export const FEED_ENTRIES = 24
/** Maximum JSON of the mirror in memory, in characters. Parsed, it takes about four times as much. */
export const MIRROR_CHARS = 16 * MEBIBYTE
export const FEW_ENTRIES = 60
/** All stadiums of both sports. */
export const STADIUM_ENTRIES = 80

/** Days of a forecast. Above two weeks, Open-Meteo counts a place as several calls. */
export const WEATHER_PAST_DAYS = 2
export const WEATHER_DAYS_AHEAD = 11
/** Forecasts requested within this time share one request: a page asks for one forecast per game. */
export const WEATHER_BATCH_WAIT_MS = 10
export const PLACES_PER_REQUEST = 30
