import styles from './card.module.css'

/** A row of a long board for the few frames until it is drawn: the same height. */
export const RowPlace = () => <div className={styles.place} aria-hidden="true" />
