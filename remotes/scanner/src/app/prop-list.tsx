import { PropCards } from '../features/board/prop-cards.tsx'
import { type PropListProps, PropTable } from '../features/board/prop-table.tsx'
import { useMedia } from '../state/use-media.ts'

/** The props: a table, and cards in windows that are too narrow for it. */
export const PropList = (props: PropListProps) =>
  useMedia('(max-width: 1023px)') ? <PropCards {...props} /> : <PropTable {...props} />
