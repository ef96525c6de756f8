import { Extension, useShell } from '@propsight/shared/client'
import { cx, ErrorState, Icon, Skeleton } from '@propsight/shared/ui'
import { useEffect, useRef } from 'react'
import styles from './track-record-view.module.css'
import { useCloseOnEscape, useFullView, useLinkTo } from './use-view-link.ts'

const opener = () => document.querySelector<HTMLElement>('[data-record]')

function Heading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.heading}>
      How good are these numbers?
    </h1>
  )
}

const waiting = (
  <>
    <Heading />
    <div role="status" aria-label="Loading the record" aria-busy="true" className={styles.columns}>
      <Skeleton height={220} radius={12} />
      <Skeleton height={220} radius={12} />
      <Skeleton height={520} radius={12} />
      <Skeleton height={520} radius={12} />
    </div>
  </>
)

const missing = (
  <>
    <Heading />
    <ErrorState title="The record could not be loaded">
      Boards and probabilities work without it. No credit was used.
    </ErrorState>
  </>
)

/** The track record of the engine, which the picks remote shows. Replaces the Dashboard. */
export function TrackRecordView() {
  const shell = useShell()
  const linkTo = useLinkTo()
  const onClose = () => shell.navigate(linkTo({}), { replace: true })
  useFullView(opener)
  useCloseOnEscape(onClose)
  return (
    <div className={cx('u-page', styles.page)}>
      <nav aria-label="Back" className={styles.crumb}>
        <button type="button" onClick={onClose}>
          <Icon name="chevron-left" />
          Dashboard
        </button>
      </nav>
      <Extension
        shell={shell}
        name="picks/track-record"
        props={{}}
        placeholder={waiting}
        fallback={missing}
      />
    </div>
  )
}
