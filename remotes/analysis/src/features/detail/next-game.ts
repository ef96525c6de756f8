import type { PlayerDetail } from '@propsight/shared/contracts'
import { gameDay } from '../../state/game-time.ts'
import type { PlayerDetailProps } from './detail-props.ts'
import type { NextOpponent } from './games/games.ts'

const LOCALE = 'en-US'
const HOUR = { hour: 'numeric', minute: '2-digit' } as const
/** Time with the name of the user's time zone: '9:40 PM ET'. */
const generic = new Intl.DateTimeFormat(LOCALE, { ...HOUR, timeZoneName: 'shortGeneric' })
/** For zones without a generic name: 'UTC' instead of 'GMT+0'. */
const named = new Intl.DateTimeFormat(LOCALE, { ...HOUR, timeZoneName: 'short' })
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short' })

const BATS = { L: 'bats left', R: 'bats right', S: 'bats both' } as const
const THROWS = { L: 'throws left', R: 'throws right', S: 'throws both' } as const

type PlayerCard = Pick<PlayerDetailProps, 'card' | 'record'>

/** 'Home vs TEX', 'Away @ TEX', or 'TBD' (N12). */
export function opponentText({ card: { line }, record: { tonight } }: PlayerCard): string {
  const opponent = line.opponent ?? tonight?.opponent
  const homeAway = line.homeAway ?? tonight?.homeAway
  if (!opponent || !homeAway) return 'TBD'
  return `${homeAway === 'AWAY' ? 'Away @' : 'Home vs'} ${opponent}`
}

/** '9:40 PM ET'; 'Mon 9:40 PM ET' when the league day is not today. */
function startText(iso: string | null | undefined, today: string): string | null {
  const instant = Date.parse(iso ?? '')
  if (Number.isNaN(instant)) return null
  const generally = generic.format(instant)
  const text = generally.includes('GMT') ? named.format(instant) : generally
  return gameDay(iso ?? null) === today ? text : `${weekday.format(instant)} ${text}`
}

/** Position, hand and next game: 'LF · bats right · Home vs TEX · 9:40 PM ET'. */
export function playerHeaderText(player: PlayerCard, today: string): string {
  const { card, record } = player
  const hand =
    record.group === 'hitting'
      ? record.batSide && BATS[record.batSide]
      : record.pitchHand && THROWS[record.pitchHand]
  const time = startText(card.line.gameTime ?? record.tonight?.startsAt, today)
  return [card.position, hand, opponentText(player), time].filter(Boolean).join(' · ')
}

/** The next opponent, and for a batter the hand of its starter. */
export function findNextOpponent({ card, record }: PlayerCard, detail: PlayerDetail | null): NextOpponent {
  const starter = detail?.opposingPitcher?.handedness ?? record.tonight?.starter?.throws
  return {
    opponent: card.line.opponent ?? record.tonight?.opponent ?? null,
    hand: record.group === 'hitting' ? (starter ?? null) : null,
  }
}
