import type { Line } from '@propsight/shared/contracts'
import { startText } from '../../state/format.ts'
import { gameKey } from '../../state/game-key.ts'
import { LEAST_GAMES, LEAST_PERCENTS } from '../../state/view.ts'

interface Option {
  value: string
  label: string
}

/** Stands for no choice; no club and no game is called so. */
export const ANY = ''

export const LEAST_OPTIONS: Option[] = LEAST_PERCENTS.map((least) => ({
  value: String(least),
  label: least === 0 ? 'Any' : `${least}%+`,
}))

export const SAMPLE_OPTIONS: Option[] = LEAST_GAMES.map((games) => ({
  value: String(games),
  label: games === 0 ? 'Any' : `${games}+ games`,
}))

/** A club that only a link names stays in the list, so that the choice can be seen and taken back. */
const withChosen = (options: Option[], chosen: string | null): Option[] =>
  chosen === null || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }]

const byLabel = (a: Option, b: Option): number => (a.label < b.label ? -1 : 1)

/** The clubs of the board's players. */
export function teamOptions(lines: readonly Line[], chosen: string | null): Option[] {
  const teams = new Set(lines.filter(({ combo }) => !combo).map(({ team }) => team))
  const options = [...teams].map((team) => ({ value: team, label: team })).toSorted(byLabel)
  return [{ value: ANY, label: 'All' }, ...withChosen(options, chosen)]
}

/** The games of the board by their start, 'TEX @ SEA · 9:40 PM'. */
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
