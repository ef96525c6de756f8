import type { Line } from '@propsight/shared/contracts'
import { startText } from '../../state/format.ts'
import { gameKey } from '../../state/game-key.ts'
import { LEAST_GAMES, LEAST_PERCENTS } from '../../state/view.ts'

interface Option {
  value: string
  label: string
}

/** Option value for no filter. No team and no game has this key. */
export const ANY = ''

export const LEAST_OPTIONS: Option[] = LEAST_PERCENTS.map((least) => ({
  value: String(least),
  label: least === 0 ? 'Any' : `${least}%+`,
}))

export const SAMPLE_OPTIONS: Option[] = LEAST_GAMES.map((games) => ({
  value: String(games),
  label: games === 0 ? 'Any' : `${games}+ games`,
}))

/**
 * Adds a chosen value that is not on the board, for example from a link, so that it is visible and can be
 * cleared.
 */
const withChosen = (options: Option[], chosen: string | null): Option[] =>
  chosen === null || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }]

const byLabel = (a: Option, b: Option): number => (a.label < b.label ? -1 : 1)

/** Options for the teams of the board's players. */
export function teamOptions(lines: readonly Line[], chosen: string | null): Option[] {
  const teams = new Set(lines.filter(({ combo }) => !combo).map(({ team }) => team))
  const options = [...teams].map((team) => ({ value: team, label: team })).toSorted(byLabel)
  return [{ value: ANY, label: 'All' }, ...withChosen(options, chosen)]
}

/** Options for the games of the board, ordered by start: 'TEX @ SEA · 9:40 PM'. */
export function gameOptions(lines: readonly Line[], chosen: string | null, today: string): Option[] {
  const games = new Map<string, string | null>()
  for (const line of lines) {
    const key = gameKey(line)
    if (key && !games.has(key)) games.set(key, line.gameTime)
  }
  const options = [...games]
    .toSorted(([, a], [, b]) => Date.parse(a ?? '') - Date.parse(b ?? ''))
    .map(([key, time]) => ({
      value: key,
      label: [key.replace('@', ' @ '), startText(time, today)].filter(Boolean).join(' · '),
    }))
  return [{ value: ANY, label: 'All' }, ...withChosen(options, chosen)]
}
