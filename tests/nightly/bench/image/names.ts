import type { Dice } from './random.ts'

/** Invented first and last names. The two pools share none, so that the reader cannot be tuned to names. */
export interface NamePool {
  first: readonly string[]
  last: readonly string[]
}

export const TUNING_NAMES: NamePool = {
  first:
    `Marcus Andrés Tyler Jesús Wilmer Cole Brandon Luis J.P. Hunter Rafael Mitch Kenta Ozzie Gavin Iván Trevor
    Dominic Elián Reid`.split(/\s+/),
  last: `Vellano Okafor Brightwater Núñez Castellón Hargrove O'Dell Yamashiro Pettibone Delacruz-Reyes Whitlock Ibarra
    Stromberg Quintanilla McAvoy Tillery Báez-Ortiz Lindqvist Farrow D'Amico`.split(/\s+/),
}

export const HELD_OUT_NAMES: NamePool = {
  first:
    `Desmond Félix Logan Óscar Yoandy Zach Garrett Sebastián A.J. Kyle Hiroto Emmanuel Spencer Julio Nate Adrián
    Corbin Wander Miles Ty`.split(/\s+/),
  last: `Abernathy Fuentes Kowalczyk Peña Gallardo-Ruiz Thornhill O'Hearn Matsumura Villaseñor Crenshaw Barlowe Ledesma
    McTavish Oyelaran Sandoval Prewitt Jiménez Vandermeer Holloway D'Arcy`.split(/\s+/),
}

/** Generates a name that is not in `used` and adds it. One in eight has a suffix. */
export function nameFrom({ first, last }: NamePool, dice: Dice, used: Set<string>): string {
  for (;;) {
    const suffix = dice.chance(1 / 8) ? ` ${dice.pick(['Jr.', 'II', 'III'])}` : ''
    const name = `${dice.pick(first)} ${dice.pick(last)}${suffix}`
    if (used.has(name)) continue
    used.add(name)
    return name
  }
}
