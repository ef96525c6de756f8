import { Icon, Panel, Tag } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import { SampleOdds } from './sample-odds.tsx'
import styles from './scanner.module.css'
import { FEATURES, PROMISES } from './scanner-texts.ts'

/** Placeholder page of the AI Odds Scanner: planned features and a sample table (S11). */
export const ScannerPage = (): ReactElement => (
  <div className="u-page">
    <h1>AI Odds Scanner</h1>
    <div className={styles.page}>
      <div className={styles.lead}>
        <p className={styles.soon}>COMING SOON</p>
        <p>
          The scanner will compare the prices of one prop across books. It does not read any book yet, and the
          table below is a sample.
        </p>
      </div>
      <ul className={styles.promises}>
        {PROMISES.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} size={20} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <Panel title="How it will look" actions={<Tag outlined>Sample data</Tag>}>
        <SampleOdds />
      </Panel>
      <Panel title="Everything it will do">
        <ul className={styles.features}>
          {FEATURES.map((feature) => (
            <li key={feature}>
              <Icon name="check" />
              {feature}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  </div>
)
