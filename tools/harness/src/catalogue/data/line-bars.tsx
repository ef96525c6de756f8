import { describeBars, LineBars } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const GAMES = [0, 2, 1, 3, 1, 4, 2, 0, 5, 2]

export const lineBars: CatalogueEntry = {
  name: 'Line bars',
  note: 'The last ten games against the line; describeBars says the same in a sentence.',
  shows: ['LineBars', 'describeBars'],
  states: [
    { label: 'Row', Show: () => <LineBars values={GAMES} line={1.5} /> },
    { label: 'With pushes', Show: () => <LineBars values={GAMES} line={2} /> },
    { label: 'Few games', Show: () => <LineBars values={[3, 0]} line={1.5} /> },
    { label: 'No games', Show: () => <LineBars values={[]} line={1.5} /> },
    { label: 'Fold', wide: true, Show: () => <LineBars values={GAMES} line={1.5} size="fold" /> },
    { label: 'Wide', wide: true, Show: () => <LineBars values={GAMES} line={1.5} size="wide" /> },
    { label: 'In words', wide: true, Show: () => <p>{describeBars(GAMES, 1.5)}</p> },
  ],
}
