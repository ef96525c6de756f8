import { Fragment, type ReactElement } from 'react'
import { HELPLINES } from '../config/support.ts'
import { useServices } from '../state/services.ts'
import styles from './helplines.module.css'

/** Helplines of the page config, or the national helplines. */
export function Helplines(): ReactElement {
  const { config } = useServices()
  const lines = config.helplines.length > 0 ? config.helplines : HELPLINES
  return (
    <span className={styles.lines}>
      {lines.map((line, index) => (
        <Fragment key={line.href}>
          {index > 0 && ' · '}
          <a className="u-nowrap" href={line.href}>
            <b>{line.label}</b>
          </a>
        </Fragment>
      ))}
    </span>
  )
}
