import type { Pick } from '@propsight/shared/contracts'

const NOT_KEPT = 'Not known when this pick was saved.'

/** The reason why a part of a pick is missing: the one saved with the pick, else a default text. */
export const whyMissing = ({ unavailable }: Pick, part: string): string => unavailable[part] ?? NOT_KEPT
