import type { Availability } from '@propsight/shared/contracts'
import { availabilityText } from '../../state/availability-words.ts'
import { shortDayText } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'

export interface Mark {
  text: string
  /** A grade where it speaks for or against playing; never the colour alone. */
  tone?: 'mid' | 'low'
  /** The league's own sentence. */
  title?: string
}

const ORDINALS = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th'] as const

const availabilityMark = (availability: Availability): Mark => ({
  text: availabilityText(availability, shortDayText(availability.date)),
  title: availability.text,
  ...(availability.state === 'out' ? { tone: 'low' } : {}),
})

/** A batter's place in the announced order. Of a pitcher the order says nothing. */
function lineupMark({ record, tonight }: RankedLine): Mark | null {
  if (record.group !== 'hitting' || !tonight) return null
  const { announced, slot } = tonight.lineup
  if (slot !== null) return { text: `Bats ${ORDINALS[slot - 1]}` }
  return announced ? { text: 'Not in the line-up', tone: 'mid' } : { text: 'Line-up not out yet' }
}

/**
 * What is known around the game, what keeps a player from playing first. Nothing where nothing is known.
 * @param weather of the game in words, or null
 */
export function marksOf(card: RankedLine, weather: string | null): Mark[] {
  const { availability } = card.record
  return [
    availability ? availabilityMark(availability) : null,
    // Who is out has no place in an order: that it is not announced would only confuse.
    availability?.state === 'out' ? null : lineupMark(card),
    weather ? { text: weather } : null,
  ].filter((mark) => mark !== null)
}

/** The marks that speak against playing at all: what a row without room for more still says. */
export const warningsOf = (card: RankedLine): Mark[] => marksOf(card, null).filter(({ tone }) => tone)
