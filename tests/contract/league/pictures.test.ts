import { createReader, extractStats, fakeDeps, fetchLines } from '@propsight/api/testing'
import { fetchLinesQuery, type Line } from '@propsight/shared/contracts'
import { menuOf } from '@propsight/shared/domain'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { misprint, renderPicture } from '../../support/analysis/render-picture.ts'
import { startLeagueFixture } from './league-fixture.ts'

const { clock, close, log, upstream } = await startLeagueFixture('2026-07-15T16:00:00Z', [
  'MLB',
  'NBA',
  'NFL',
])
const deps = fakeDeps({ upstream, clock, log })
const reader = await createReader()
afterAll(() => Promise.all([reader.close(), close()]))

/** A line of each market, of different players whose names fit into a line of the picture. */
async function readLines(markets: readonly string[]): Promise<Line[]> {
  const chosen: Line[] = []
  for (const category of markets) {
    const { players } = await fetchLines(deps, fetchLinesQuery.parse({ category }), 300)
    const line = players.find(
      ({ name, combo }) =>
        !combo &&
        /^[A-Z][a-z]{3,6} [A-Z][a-z]{4,8}$/.test(name) &&
        chosen.every((other) => other.name !== name),
    )
    if (line) chosen.push({ ...line, oddsType: 'standard' })
  }
  return chosen
}

it.each(upstream.leagues.map((league) => [league.sport, league] as const))(
  'N5: a picture of lines of every market of the %s is read by its own words, and its names by its own players',
  async (sport, league) => {
    const lines = await readLines(menuOf(sport))
    expect(lines.length).toBeGreaterThan(9)
    const printed = lines.map((line, at) => (at === 0 ? { ...line, name: misprint(line.name) } : line))
    const { file } = await renderPicture(printed)
    const { width, height } = await sharp(file).metadata()
    const picture = { data: file, width, height }
    const read: Parameters<typeof extractStats>[0]['extractor']['read'] = async (_, { options }) => ({
      rows: await reader.read(picture, options.words),
      size: { width, height },
    })
    const request = { userId: 'user', image: file, signal: new AbortController().signal, log }
    const { data } = await extractStats({ ...deps, extractor: { read } }, { ...request, league })
    expect(
      data.players.map(({ name, team, position, line, statType, opponent }) => ({
        ...{ name, team, position, line, statType, opponent },
      })),
    ).toEqual(
      lines.map(({ name, team, position, line, statType, opponent }) => ({
        ...{ name, team, position, line, statType, opponent },
      })),
    )
    expect(data.players[0]?.readName).toBe(printed[0]?.name)
  },
  120_000,
)
