import * as z from 'zod'
import { ODDS_TYPES, type OddsType } from '../domain/odds-type.ts'

export { ODDS_TYPES, type OddsType }
/** Apart from the lines, so that a saved pick can be read without what fetching lines needs. */
export const oddsTypeSchema = z.enum(ODDS_TYPES)
