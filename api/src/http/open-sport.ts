import { notFound } from '../platform/errors.ts'
import type { ApiContext } from './context.ts'

const OPEN = 'mlb'
/** Shown in the menu, and not to be had yet (specification 2 §2). */
const NOT_YET = ['nba', 'nfl']

/**
 * Passes where the path's `{sport}` is one that can be analyzed, whatever its case.
 * @throws HttpError 404 that says which sport is open
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
