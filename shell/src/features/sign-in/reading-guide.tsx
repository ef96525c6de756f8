import { Call, LineBars, Tag } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import styles from './sign-in.module.css'

const GAMES = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]

/** Explains how to read a pick, with invented numbers labelled as sample data. */
export const ReadingGuide = (): ReactElement => (
  <aside className={styles.guide} aria-label="How to read Propsight">
    <div>
      <h2>
        How to read a pick <Tag outlined>Sample data</Tag>
      </h2>
      <div className={styles.lesson}>
        <div className={styles.between}>
          <Call side="OVER" line={1.5} className={styles.call ?? ''} />
          <span className="u-dim">Total Bases</span>
        </div>
        <p>Blue with a triangle up is over the line, orange with a triangle down is under.</p>
      </div>
      <div className={styles.lesson}>
        <LineBars values={GAMES} line={1.5} size="wide" />
        <p>
          Each bar is a game. It leaves the line upwards when the player went over, downwards when he did not.
        </p>
      </div>
      <div className={styles.lesson}>
        <div className={styles.between}>
          <b className={`u-fig ${styles.rate}`}>
            80<small>%</small>
          </b>
          <span className="u-dim">8 of 10 over</span>
        </div>
        <p>
          The over rate of the chosen window, always with the games behind it. A game equal to the line is
          left out.
        </p>
      </div>
    </div>
  </aside>
)
