import { Skeleton } from '@propsight/shared/ui'
import { CardSkeleton } from '../features/card/card-skeleton.tsx'
import sectionStyles from './section.module.css'

/** As many cards as a screen holds. */
const CARDS = ['1', '2', '3', '4', '5', '6']

/** Before the games are known: a section with its places empty. */
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
