import type { PositionCode } from '../../world/person.ts'

interface Position {
  readonly code: string
  readonly name: string
  readonly type: string
  readonly abbreviation: string
}

const position = (code: string, name: string, type: string, abbreviation: string): Position => ({
  code,
  name,
  type,
  abbreviation,
})

/** The service's positions by their code. */
export const POSITIONS: Readonly<Record<PositionCode, Position>> = {
  '1': position('1', 'Pitcher', 'Pitcher', 'P'),
  '2': position('2', 'Catcher', 'Catcher', 'C'),
  '3': position('3', 'First Base', 'Infielder', '1B'),
  '4': position('4', 'Second Base', 'Infielder', '2B'),
  '5': position('5', 'Third Base', 'Infielder', '3B'),
  '6': position('6', 'Shortstop', 'Infielder', 'SS'),
  '7': position('7', 'Outfielder', 'Outfielder', 'LF'),
  '8': position('8', 'Outfielder', 'Outfielder', 'CF'),
  '9': position('9', 'Outfielder', 'Outfielder', 'RF'),
  '10': position('10', 'Designated Hitter', 'Hitter', 'DH'),
  X: position('X', 'Unknown', 'Unknown', 'X'),
}

const PINCH_HITTER = position('11', 'Pinch Hitter', 'Hitter', 'PH')

/** The position for the numeric code of a line; 11 is a pinch hitter. */
export const positionPlayed = (code: number): Position =>
  code === 11 ? PINCH_HITTER : (POSITIONS[String(code) as PositionCode] ?? POSITIONS.X)
