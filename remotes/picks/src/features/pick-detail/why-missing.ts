import type { Pick } from '@propsight/shared/contracts'

const NOT_KEPT = 'Not known when this pick was saved.'

/** Why a part of a pick is missing, in the pick's own words where it has some. */
export const whyMissing = ({ unavailable }: Pick, part: string): string => unavailable[part] ?? NOT_KEPT
