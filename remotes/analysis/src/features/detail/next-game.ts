import type { PlayerDetail } from '@propsight/shared/contracts'
import { zoneText } from '@propsight/shared/format'
import { startText } from '../../state/game-time.ts'
import type { PlayerDetailProps } from './detail-props.ts'
import type { NextOpponent } from './games/games.ts'

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

/** Position, hand and next game: 'LF · bats right · Home vs TEX · 9:40 PM EDT'. */
export function playerHeaderText(player: PlayerCard, today: string): string {
  const { card, record } = player
  const hand =
    record.group === 'hitting'
      ? record.batSide && BATS[record.batSide]
      : record.pitchHand && THROWS[record.pitchHand]
  const { tonight } = record
  const startsAt = card.line.gameTime ?? (tonight?.startTimeTbd ? null : tonight?.startsAt) ?? null
  const start = startText(startsAt, today)
  const time = start && `${start} ${zoneText([startsAt])}`
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
