import styles from './board.module.css'

const KEYS = [
  ['/', 'Search players'],
  ['j or ↓', 'Next card'],
  ['k or ↑', 'Previous card'],
  ['Enter', 'Open the player'],
  ['o', 'Hit rates of the card'],
  ['s', 'Save or unsave the card'],
  ['c', 'Add to or drop from the comparison'],
  ['Esc', 'Close the search, card, player or dialog'],
  ['?', 'This list'],
] as const

/** The list of keyboard shortcuts of the board. */
export const KeyList = () => (
  <dl className={styles.keys}>
    {KEYS.map(([key, what]) => (
      <div key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
)
