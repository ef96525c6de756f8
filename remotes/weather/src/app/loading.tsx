import { Skeleton } from '@propsight/shared/ui'
import { CardSkeleton } from '../features/card/card-skeleton.tsx'
import sectionStyles from './section.module.css'

/** Keys of the skeleton cards; six fill a screen. */
const CARDS = ['1', '2', '3', '4', '5', '6']

/** Skeleton of a section, shown until the games are loaded. */
export const Loading = () => (
  <div role="status" aria-label="Loading weather">
    <div className={sectionStyles.bar}>
      <Skeleton width={120} height={36} />
    </div>
    <ul className={sectionStyles.grid}>
      {CARDS.map((card) => (
        <CardSkeleton key={card} />
      ))}
    </ul>
  </div>
)
