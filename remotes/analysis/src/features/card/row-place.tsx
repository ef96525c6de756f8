import styles from './card.module.css'

/** Placeholder of a row of a long board until it is rendered a few frames later. Same height as a row. */
export const RowPlace = () => <div className={styles.place} aria-hidden="true" />
