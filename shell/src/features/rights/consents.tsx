import type { AccountRights } from '@propsight/shared/contracts'
import type { ReactElement } from 'react'
import { asMoment } from './format.ts'
import { Part } from './rights-section.tsx'
import styles from './rights.module.css'

const NAMES: Record<string, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  'age-21': '21 or older',
}

/** Documents that the user accepted, each with version and time. */
export const Consents = ({ consents }: Pick<AccountRights, 'consents'>): ReactElement => (
  <Part title="What you agreed to">
    {consents.length === 0 ? (
      <p>Nothing is recorded for this account.</p>
    ) : (
      <ul className={styles.consents}>
        {consents.map(({ document, version, acceptedAt }) => (
          <li key={`${document} ${version} ${acceptedAt}`}>
            <b>{NAMES[document] ?? document}</b>
            <span>version {version}</span>
            <time dateTime={acceptedAt}>{asMoment(acceptedAt)}</time>
          </li>
        ))}
      </ul>
    )}
  </Part>
)
