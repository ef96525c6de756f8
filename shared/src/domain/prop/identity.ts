import { easternDate } from '../league-clock.ts'

const MARKS = /\p{M}+/gu
/** Typographic apostrophes count as apostrophes: the book writes O’Neill, the stats service O'Neill. */
const APOSTROPHES = /[\u2018\u2019\u02bc\u02bb`´]/g
const OTHER = /[^\p{L} .'-]+/gu
const SUFFIX = /\s+(?:jr|sr|ii|iii|iv|v)$/

/**
 * Normalises a player's name for matching (H5): accents and all characters except letters, spaces, period,
 * apostrophe and hyphen are removed. The result is in lower case and trimmed, with single spaces.
 */
export const normalisePlayerName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(APOSTROPHES, "'")
    .replace(/\s+/g, ' ')
    .replace(OTHER, '')
    .toLowerCase()
    .replace(/ +/g, ' ')
    .trim()

/**
 * Normalises a player's name further for a second attempt at matching: without punctuation and without Jr.,
 * Sr. and II to V. Two players can have the same result, so callers must not decide by name alone.
 */
export function loosePlayerName(name: string): string {
  const plain = normalisePlayerName(name).replace(/[.']/g, '').replace(/-/g, ' ').replace(/ +/g, ' ').trim()
  return plain.replace(SUFFIX, '')
}

/** The game of a line: its start by the book, and the league's number where it is decided. */
interface LineGame {
  readonly gameTime: string | null
  readonly gamePk?: number | null | undefined
}

/** A game that forecasts or the context of a player are for. */
interface KnownGame {
  /** League day. */
  readonly date: string
  readonly gamePk: number
  /** False if the club has another game that day, and nothing decides which one a line without a game is on. */
  readonly certain?: boolean | undefined
}

/**
 * Compares the game of a line with a known game. 'uncertain': the line may be on it or on another game of the day.
 * Once a game has begun, the engine forecasts the next one.
 */
export function compareGame(
  { gameTime, gamePk }: LineGame,
  known: KnownGame | undefined,
): 'same' | 'other' | 'uncertain' {
  if (!known) return 'same'
  if (typeof gamePk === 'number') return gamePk === known.gamePk ? 'same' : 'other'
  const begins = Date.parse(gameTime ?? '')
  if (!Number.isNaN(begins) && easternDate(new Date(begins)) !== known.date) return 'other'
  return known.certain === false ? 'uncertain' : 'same'
}

/** A record with the forecasts of a player's next game, and of the other games of the day. */
interface RecordOfGames {
  readonly forecastGame?: KnownGame | undefined
  readonly otherGames?: readonly { readonly forecastGame?: KnownGame | undefined }[] | undefined
}

const recordsByGame = new WeakMap<object, Map<number, object>>()

/**
 * The record of a player with the forecasts and the context of the game of a line, if it is another one than the next
 * game. Returns the same object for the same record and game.
 */
export function recordOfGame<R extends RecordOfGames>(record: R, line: LineGame): R {
  const other = record.otherGames?.find(
    ({ forecastGame }) => forecastGame && compareGame(line, forecastGame) === 'same',
  )
  if (!other?.forecastGame) return record
  const { gamePk } = other.forecastGame
  const ofRecord = recordsByGame.get(record) ?? new Map<number, object>()
  recordsByGame.set(record, ofRecord)
  // What the other game lacks is not that of the next game.
  const made = ofRecord.get(gamePk) ?? { ...record, forecastNote: undefined, tonight: undefined, ...other }
  ofRecord.set(gamePk, made)
  return made as R
}
