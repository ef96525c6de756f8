import styles from './board.module.css'

const KEYS = [
  ['/', 'Search players'],
  ['j or ↓', 'Next card'],
  ['k or ↑', 'Card before'],
  ['Enter', 'Open the player'],
  ['o', 'Hit rates of the card'],
  ['s', 'Save the card, or take it back'],
  ['c', 'Compare the card, or leave it out'],
  ['Esc', 'Leave the search, the card, the player or a dialog'],
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
