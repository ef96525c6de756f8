import { LINE_EVIDENCE, LINE_SOURCES } from '@propsight/shared/domain/engine'

/**
 * Replaces the shipped weights of the offered line, so that tests of screens do not change with every fit. A line
 * of the markets of batters' events tells nothing, so that the displayed probability is the one of the fixture's
 * forecast. Other markets have half of the engine's log-odds.
 */
const SAME = {
  games: 1,
  market: 1,
  engine: 0.1,
  lineOnly: 1,
  even: 0,
  reach: null,
  error: { price: 0, lineOnly: 0 },
}
const HALF = { ...SAME, lineOnly: 0.5 }
for (const source of LINE_SOURCES)
  Object.assign(LINE_EVIDENCE[source].weights, {
    'Home Runs': SAME,
    Hits: SAME,
    Runs: SAME,
    'Pitcher Strikeouts': HALF,
  })
