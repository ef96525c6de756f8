import type { OwnRecord } from './own-record.ts'

/**
 * Plate appearances of a fifth batter per start, and the decrease per place in the order (2019 to June 30,
 * Retrosheet).
 */
const MIDDLE_APPEARANCES = 4.27
const APPEARANCES_PER_PLACE = 0.11
/** Starts of a fifth batter mixed in where places are estimated from plate appearances. */
const STARTS_OF_A_FIFTH = 12
/** Standard deviation of the estimated place. */
const PLACES_APART = 1.8
/** Weight of the estimate in starts, where places are known. */
const GUESS_WEIGHT = 0.7

/** Normal weights around a place, summing to one. */
function around(place: number): number[] {
  const bell = Array.from({ length: 9 }, (_, at) => Math.exp(-0.5 * ((at + 1 - place) / PLACES_APART) ** 2))
  const sum = bell.reduce((a, b) => a + b, 0)
  return bell.map((weight) => weight / sum)
}

/**
 * Chances of each place in the batting order for a start, first to ninth. They are estimated from the places
 * of recent starts, and in logs without places from the plate appearances per start.
 */
export function usualSlots({ slots, starts, startAppearances }: OwnRecord): number[] {
  const told = slots.reduce((a, b) => a + b, 0)
  const place =
    told > 0
      ? slots.reduce((sum, weight, at) => sum + weight * (at + 1), 0) / told
      : 5 -
        (startAppearances - starts * MIDDLE_APPEARANCES) /
          (starts + STARTS_OF_A_FIFTH) /
          APPEARANCES_PER_PLACE
  const guess = around(Math.min(9, Math.max(1, place)))
  return guess.map((chance, at) => ((slots[at] ?? 0) + GUESS_WEIGHT * chance) / (told + GUESS_WEIGHT))
}
