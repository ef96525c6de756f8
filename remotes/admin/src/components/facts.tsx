import screen from './screen.module.css'

/** A name and its value, side by side. */
export type Fact = readonly [name: string, value: string]

/** What is known of one thing. */
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
