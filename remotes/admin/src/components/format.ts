import * as format from '@propsight/shared/format'

/** 'Jul 15, 2026' in the user's time zone; an em dash for null. */
export const dateText = (iso: string | null): string => format.dateText(iso) || '—'
/** 'Jul 15, 2026, 7:05 PM'. */
export const timeText = (iso: string | null): string => format.momentText(iso) || '—'
/** '+20', '−3', '0'. */
export const changeText = (delta: number): string =>
  delta > 0 ? `+${format.numberText(delta)}` : format.numberText(delta).replace('-', '−')
