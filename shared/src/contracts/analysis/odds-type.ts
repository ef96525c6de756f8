import * as z from '@propsight/shared/schema'
import { ODDS_TYPES, type OddsType } from '../../domain/lines/recommendation.ts'

export { ODDS_TYPES, type OddsType }
/**
 * Separate from `lines.ts`, so that code which only reads saved picks does not bundle the schemas of lines.
 */
export const oddsTypeSchema = z.enum(ODDS_TYPES)
