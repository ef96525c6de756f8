import { listStatNames } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { NBA } from '../../../../sources/nba/nba-sport.ts'
import { NFL } from '../../../../sources/nfl/nfl-sport.ts'
import { nameWord } from './club-names.ts'
import { findStat, plausibleLine } from './market-text.ts'
import { readClub, readNumber, readPosition, readSide } from './read-word.ts'
import { withWords } from './sport-words.ts'

describe('N5 words of an image', () => {
  it.each([...listStatNames('hitting'), ...listStatNames('pitching')])('N5 contain the stat %s', (name) => {
    expect(findStat(name)).toEqual({ name, edits: 0 })
  })

  it.each([
    ['Hits+Runs+RBls', 'Hits+Runs+RBIs'],
    ['Total Basas', 'Total Bases'],
    ['H+R+RBI', 'Hits+Runs+RBIs'],
    ['Strikeouts', 'Pitcher Strikeouts'],
  ])('N5 with the text %s match the stat %s', (read, name) => expect(findStat(read)?.name).toBe(name))

  it.each(['Popular', 'Power Play', 'Hi', ''])('N5 contain no stat in %j', (read) =>
    expect(findStat(read)).toBeNull(),
  )

  it.each([
    ['1.5', 1.5, true],
    ['20', 20, true],
    ['2:5', 2.5, false],
    ['l.5', 1.5, false],
    ['.5', 0.5, false],
  ])('N5 contain the line %s', (read, value, sure) => expect(readNumber(read)).toEqual({ value, sure }))

  it.each(['1.6', '$20', '38%', '7:10', '5G', '0'])(
    'N5 contain no line in %s, which is not a positive multiple of a half',
    (read) => expect(readNumber(read)).toBeNull(),
  )

  it('N5 match only known clubs and positions, and mark corrected values as unsure', () => {
    expect(readClub('NYY')).toEqual({ value: 'NYY', sure: true })
    expect(readClub('T8')).toEqual({ value: 'TB', sure: false })
    expect(readClub('coL')).toEqual({ value: 'COL', sure: false })
    expect(readClub('XYZ')).toBeNull()
    expect(readPosition('1B')).toEqual({ value: '1B', sure: true })
    expect(readPosition('18')).toEqual({ value: '1B', sure: false })
  })

  it('N5 match several words for More and Less', () => {
    expect(['More', 'HIGHER', 'Over', 'Less', 'lower', 'Under'].map((word) => readSide(word)?.value)).toEqual(
      ['More', 'More', 'More', 'Less', 'Less', 'Less'],
    )
    expect(readSide('Mare')).toEqual({ value: 'More', sure: false })
    expect(readSide('Entry')).toBeNull()
  })

  it('N5 are corrected when they are parts of a name, and null when they are labels', () => {
    expect(['lI', 'Jr,', 'lvan', 'O’Dell', 'J.P.'].map(nameWord)).toEqual([
      'II',
      'Jr.',
      'Ivan',
      "O'Dell",
      'J.P.',
    ])
    expect(['Entry', 'LF', 'to', '20'].map(nameWord)).toEqual([null, null, null, null])
  })

  it('N5 are those of the sport of the picture, and of baseball again after it', () => {
    const read = () => [findStat('Rush + Rec Yards')?.name, readClub('JAC')?.value, readPosition('QB')?.value]
    expect(withWords(NFL.pictureWords, read)).toEqual(['Rush+Rec Yds', 'JAX', 'QB'])
    expect(withWords(NBA.pictureWords, () => [findStat('PRA')?.name, readClub('GS')?.value])).toEqual([
      'Pts+Rebs+Asts',
      'GSW',
    ])
    expect(read()).toEqual([undefined, undefined, undefined])
    expect(() =>
      withWords(NFL.pictureWords, () => {
        throw new Error('unreadable')
      }),
    ).toThrow()
    expect(readClub('JAC')).toBeNull()
  })

  it.each([NBA, NFL])(
    'N5 name every market of the $sport, with a plausible range',
    ({ pictureWords, stats }) => {
      for (const { name } of stats) {
        expect(withWords(pictureWords, () => findStat(name))).toEqual({ name, edits: 0 })
        expect(pictureWords.markets[name]?.every(Number.isFinite)).toBe(true)
      }
      expect(stats.length).toBe(Object.keys(pictureWords.markets).length)
    },
  )

  it('N5 contain an implausible line when the decimal point was missed', () => {
    expect(plausibleLine('Hits', 1.5)).toBe(true)
    expect(plausibleLine('Hits', 15)).toBe(false)
  })
})
