import screen from './screen.module.css'

/** A label and its value. */
export type Fact = readonly [name: string, value: string]

/** A list of labelled values. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={screen.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
