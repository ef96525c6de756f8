import type { OwnRecord } from './own-record.ts'

/** Appearances of a fifth hitter in a start, and what each place down the order costs (2019 to June 30, Retrosheet). */
const MIDDLE_APPEARANCES = 4.27
const APPEARANCES_PER_PLACE = 0.11
/** Starts of a fifth hitter mixed in where places are told only by appearances. */
const STARTS_OF_A_FIFTH = 12
/** How far from the guessed place he may well stand. */
const PLACES_APART = 1.8
/** Weight of a guess among places that are told. */
const GUESS_WEIGHT = 0.7

/** Bell around a place, summing to one. */
function around(place: number): number[] {
  const bell = Array.from({ length: 9 }, (_, at) => Math.exp(-0.5 * ((at + 1 - place) / PLACES_APART) ** 2))
  const sum = bell.reduce((a, b) => a + b, 0)
  return bell.map((weight) => weight / sum)
}

/**
 * Chances of each place in the order for a start, first to ninth: from the places of late, and in logs that do not tell
 * them from how often he comes up.
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
