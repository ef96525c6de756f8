interface EventOptions {
  id?: string
  date?: string
  home?: string
  away?: string
  state?: 'pre' | 'in' | 'post'
  status?: string
  /** Points of each side, as the service writes them. */
  score?: string
  neutralSite?: boolean
  timeValid?: boolean
}

/** A game of ESPN's scoreboard in the wire format. */
export function footballEvent(options: EventOptions) {
  const { id = '1', date = '2026-10-25T17:00Z', home = 'KC', away = 'WSH', state = 'pre' } = options
  const { status = 'STATUS_SCHEDULED', score = '0', neutralSite = false, timeValid = true } = options
  const side = (homeAway: string, abbreviation: string) => ({
    id: abbreviation,
    homeAway,
    score,
    team: { id: abbreviation, abbreviation, displayName: abbreviation },
  })
  return {
    id,
    date,
    shortName: `${away} @ ${home}`,
    status: { type: { id: '1', name: status, state, completed: state === 'post' } },
    competitions: [
      {
        id,
        date,
        neutralSite,
        timeValid,
        venue: { id: '9', fullName: 'Arrowhead', indoor: false },
        competitors: [side('home', home), side('away', away)],
      },
    ],
  }
}
