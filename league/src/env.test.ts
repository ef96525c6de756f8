import { describe, expect, it } from 'vitest'
import { readLeagueEnv } from './env.ts'

describe('readLeagueEnv', () => {
  it('defaults to the sample league', () => {
    expect(readLeagueEnv({})).toMatchObject({ mode: 'sample', port: 0, latencyMs: 0 })
    expect(readLeagueEnv({}).clock.spec).toBe('sample')
  })
  it('sets the clock to 9 a.m. of a replay date', () => {
    const options = readLeagueEnv({ LEAGUE_MODE: 'replay', REPLAY_DIR: 'x', REPLAY_DATE: '2019-07-15' })
    expect(options).toMatchObject({ mode: 'replay', replay: { dir: 'x', date: '2019-07-15' } })
    expect(options.clock.now().toISOString()).toBe('2019-07-15T13:00:00.000Z')
  })
  it('reads the options of the odds service', () => {
    expect(readLeagueEnv({}).odds).toEqual({})
    const replay = { LEAGUE_MODE: 'replay', REPLAY_DIR: 'x', REPLAY_DATE: '2019-07-15' }
    const odds = { REPLAY_ODDS_DIR: 'y', LEAGUE_ODDS_KEY: 'k', LEAGUE_ODDS_ALLOWANCE: '500' }
    expect(readLeagueEnv({ ...replay, ...odds }).odds).toEqual({ dir: 'y', key: 'k', allowance: 500 })
    expect(() => readLeagueEnv({ REPLAY_ODDS_DIR: 'y' })).toThrow('REPLAY_ODDS_DIR needs LEAGUE_MODE=replay')
  })
  it('names every invalid or missing variable', () => {
    expect(() => readLeagueEnv({ LEAGUE_MODE: 'replay' })).toThrow(/REPLAY_DIR[\s\S]*REPLAY_DATE/)
    expect(() => readLeagueEnv({ LEAGUE_PORT: '99999' })).toThrow('LEAGUE_PORT')
    expect(() => readLeagueEnv({ LEAGUE_CLOCK: 'noon' })).toThrow('noon')
  })
})
