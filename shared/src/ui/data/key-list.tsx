import styles from './key-list.module.css'

export interface KeyListProps {
  /** What a row is: 'card'. */
  row: string
  /** What Enter does: 'Open the player'. */
  open: string
  /** Whether the list has a search. */
  search?: boolean
  /** Letters and what each does with the focused row. */
  actions: Readonly<Record<string, string>>
}

/** The keys of a list, as `useListKeys` handles them. */
export function KeyList({ row, open, search = false, actions }: KeyListProps) {
  const keys = [
    ...(search ? [['/', 'Search players']] : []),
    ['j or ↓', `Next ${row}`],
    ['k or ↑', `Previous ${row}`],
    ['Enter', open],
    ...Object.entries(actions),
    ['Esc', `Leave the ${row}, close what is open`],
    ['?', 'This list'],
  ]
  return (
    <dl className={styles.keys}>
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
