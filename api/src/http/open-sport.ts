import { notFound } from '../platform/errors.ts'
import type { ApiContext } from './context.ts'

const OPEN = 'mlb'
/** Shown in the menu but disabled (N1). */
const NOT_YET = ['nba', 'nfl']

/**
 * Requires that the path's `{sport}` can be analyzed. The case does not matter.
 * @throws HttpError 404 whose message names the available sport
 */
export function requireOpenSport(ctx: ApiContext): void {
  const { sport = '' } = ctx.params
  const asked = sport.toLowerCase()
  if (asked === OPEN) return
  throw notFound(
    NOT_YET.includes(asked)
      ? `${asked.toUpperCase()} is not open yet: only MLB can be analyzed.`
      : 'There is no such sport here: only MLB can be analyzed.',
  )
}
