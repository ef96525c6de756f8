import { describe, expect, it } from 'vitest'
import type { TextLine } from '../text-line.ts'
import { findFields } from './find-fields.ts'
import { fieldsOfKind } from './parsed-field.ts'

const HEIGHT = 10
/** A line of text: words of equal letters, one letter apart. */
function textLine(text: string, y0 = 0): TextLine {
  let x = 0
  const words = text.split(' ').map((word) => {
    const box = { x0: x, x1: x + word.length * 6, y0, y1: y0 + HEIGHT }
    x = box.x1 + 5
    return { text: word, confidence: 95, box }
  })
  const box = { x0: 0, x1: x - 5, y0, y1: y0 + HEIGHT }
  const colours = { backgroundColour: [0, 0, 0], textColour: [255, 255, 255] } as const
  return { words, box, capitalHeight: HEIGHT, points: [], ...colours }
}
const fieldsOf = (...lines: readonly string[]) =>
  findFields(lines.map((line, index) => textLine(line, index * 14)))
const marketsOf = (...lines: readonly string[]) =>
  fieldsOfKind(fieldsOf(...lines), 'stat').map(({ value, offered }) => (offered ? value : `? ${value}`))
const numbersOf = (line: string) => fieldsOfKind(fieldsOf(line), 'number').map(({ value }) => value)

describe('N5 the markets of an image', () => {
  it.each([
    ['91.5 More Pitches Thrown', '? Pitches Thrown'],
    ['0.5 Less 1st Inning Runs Allowed', '? 1st Inning Runs Allowed'],
    ['4.5 Plate Appearances', '? Plate Appearances'],
    ['6.5 Total Bases Allowed', '? Total Bases Allowed'],
    ['0.5 Home Runs Allowed', '? Home Runs Allowed'],
    ['9.5 Hits Allowed (Combo)', '? Hits Allowed (Combo)'],
    ['1.5 Singles+Doubles', '? Singles+Doubles'],
    ['0.5 Balks', '? Balks'],
    ['2.5 Earned Runs', '? Earned Runs'],
    ['0.5 Less Blorps', '? Blorps'],
    ['Tom Whitfield Total Bases 1.5', 'Total Bases'],
    ['2.5 More Hits + Runs + RBIs', 'Hits+Runs+RBIs'],
    ['1.5 Batter Strikeouts', 'Hitter Strikeouts'],
    ['5.5 Less Pitcher Strikeouts', 'Pitcher Strikeouts'],
  ])('N5 G04 in %s are %s', (line, market) => expect(marketsOf(line)).toEqual([market]))

  it.each([
    [['1st Inning', 'Runs Allowed'], '? 1st Inning Runs Allowed'],
    [['Home Runs', 'Allowed'], '? Home Runs Allowed'],
    [['Pitches', 'Thrown'], '? Pitches Thrown'],
    [['Singles+', 'Doubles'], '? Singles+ Doubles'],
    [['Pitcher', 'Strikeouts'], 'Pitcher Strikeouts'],
  ])('N5 G04 in the lines %j are one market', (lines, market) =>
    expect(marketsOf(...lines)).toEqual([market]),
  )

  it('N5 G04 are not names of players', () => {
    const names = fieldsOfKind(fieldsOf('Tom Whitfield', '91.5 More Pitches Thrown'), 'name')
    expect(names.map(({ value }) => value)).toEqual(['Tom Whitfield'])
  })
})

describe('N5 the numbers of an image', () => {
  it.each([
    '7/4 7:05 PM',
    'Sat 07/05',
    'Jun 12, 4:10 PM',
    '12 June 2026',
    'July 4th',
    '2026-07-04',
    'Sat 7 PM',
    'NYY 3 vs BOS 4',
    'LAD 3 - 5 ATH',
    'ATH · P · #40',
    'Bot 5',
    'Last 5 games',
    'Avg 1.5',
    '62.5 %',
    '-110',
    'Win $20',
    '2+',
    'Starts in 25 min',
  ])('P7 N5 are not lines in %s', (line) => expect(numbersOf(line)).toEqual([]))

  it.each([
    ['1.5 Total Bases', 1.5],
    ['Less 25.5', 25.5],
    ['ATH 5.5 Strikeouts', 5.5],
    ['5.5 Innings Pitched', 5.5],
    ['20 Pitching Outs', 20],
  ])('N5 are lines in %s', (line, number) => expect(numbersOf(line)).toEqual([number]))
})

describe('N5 the games of an image', () => {
  it.each([
    ['MLB LAD vs ATH 10:05 PM', { first: 'LAD', second: 'ATH', secondIsHome: null }],
    ['LAD @ ATH 10:05 PM', { first: 'LAD', second: 'ATH', secondIsHome: true }],
    ['NYY 3vs BOS 4', { first: 'NYY', second: 'BOS', secondIsHome: null }],
    ['LAD 3 - 5 ATH', { first: 'LAD', second: 'ATH', secondIsHome: null }],
  ])('N5 G05 have both clubs in %s', (line, game) =>
    expect(fieldsOfKind(fieldsOf(line), 'game').map(({ value }) => value)).toEqual([game]),
  )

  it.each(['NYY - P vs BOS', 'P - NYY vs BOS', 'NYY · OF · vs BOS, Sat 7:05 PM'])(
    'N5 are opponents in %s, where the first club has a position',
    (line) => {
      const fields = fieldsOf(line)
      expect(fieldsOfKind(fields, 'opponent').map(({ value }) => value.opponent)).toEqual(['BOS'])
      expect(fieldsOfKind(fields, 'team').map(({ value }) => value.team)).toEqual(['NYY'])
    },
  )

  it.each([
    ['7/4 7:05 PM', '7/4 7:05 PM'],
    ['Sat Jun 12 4:10 PM', 'Sat Jun 12 4:10 PM'],
    ['Sat 7 PM', 'Sat 7 PM'],
    ['7pm', '7pm'],
  ])('N5 have the time of %s', (line, time) =>
    expect(fieldsOfKind(fieldsOf(line), 'time').map(({ value }) => value)).toEqual([time]),
  )
})

const sidesOf = (line: string) => fieldsOfKind(fieldsOf(line), 'side').map(({ value }) => value)
const clubsOf = (line: string) => fieldsOfKind(fieldsOf(line), 'team').map(({ value }) => value.team)
const namesOf = (...lines: readonly string[]) =>
  fieldsOfKind(fieldsOf(...lines), 'name').map(({ value }) => value)

describe('N5 the sides of an image', () => {
  it.each([
    ['O 5.5 Pitcher Strikeouts', 'More'],
    ['u1.5 Total Bases', 'Less'],
    ['Total Bases U 1.5', 'Less'],
    ['Pitcher Strikeouts O5.5', 'More'],
    ['Pitcher Strikeouts 05.5', 'More'],
    ['ul.5 Total Bases', 'Less'],
    ['A 5.5 Pitcher Strikeouts', 'More'],
    ['v 1.5 Total Bases', 'Less'],
  ])('N5 are read from the letter before the number in %s', (line, side) => {
    expect(sidesOf(line)).toEqual([side])
    expect(numbersOf(line)).toEqual([side === 'More' ? 5.5 : 1.5])
  })

  it('N5 are doubtful if the letter may be an arrow or a zero', () => {
    const lines = ['A 5.5 Hits', 'v 1.5 Hits', 'Hits 05.5']
    expect(lines.map((line) => fieldsOfKind(fieldsOf(line), 'side')[0]?.sure)).toEqual([false, false, false])
  })

  it('N5 are not read from a letter without a number', () =>
    expect([...sidesOf('U Hits O'), ...sidesOf('LAD 0 - 5 ATH')]).toEqual([]))
})

describe('N5 the clubs of an image', () => {
  it.each([
    ['New York Yankees', 'NYY'],
    ['Boston Red Sox - P', 'BOS'],
    ['Blue Jays · 2B', 'TOR'],
    ['DODGERS', 'LAD'],
    ['St. Louis Cardinals', 'STL'],
    ['Boston', 'BOS'],
    ['Boston - P', 'BOS'],
    ['Tampa Bay · OF', 'TB'],
    ['St. Louis', 'STL'],
    ['Washington · SS · 7:05 PM', 'WSH'],
    ['Las Vegas', 'ATH'],
    ['NY Yankees · P', 'NYY'],
    ['LA Dodgers', 'LAD'],
    ['Chi White Sox · 1B', 'CWS'],
    ['D-backs · OF', 'AZ'],
    ['Oakland A’s', 'ATH'],
  ])('N5 are read from the name %s, which is not a player', (line, club) => {
    expect(clubsOf(line)).toEqual([club])
    expect(namesOf('Tom Whitfield', line)).toEqual(['Tom Whitfield'])
  })

  it.each(['New York · P', 'Los Angeles', 'Chicago - OF', 'LA · P'])(
    'N5 are not known from the city %s, which has two clubs and is not a player',
    (line) => {
      expect(clubsOf(line)).toEqual([])
      expect(namesOf(line, 'Tom Whitfield', '5.5 More Pitcher Strikeouts')).toEqual(['Tom Whitfield'])
    },
  )

  it('N5 are the city above a name of one word and a suffix', () =>
    expect(namesOf('Boston', 'Whitfield Jr.', '5.5 Hits')).toEqual([]))

  it.each([
    'Phoenix Sanders',
    'Tyler Houston',
    'Claudell Washington',
    'ELLY DE LA CRUZ',
    'Boston Bateman Jr.',
  ])('N5 are not the name of the player %s', (line) => {
    expect(namesOf(line, 'SEA - P')).toEqual([line])
    expect(clubsOf(line)).toEqual([])
  })

  it.each([
    ['Boston vs Toronto', { first: 'BOS', second: 'TOR', secondIsHome: null }],
    ['Boston @ Tampa Bay', { first: 'BOS', second: 'TB', secondIsHome: true }],
    ['Houston Seattle', { first: 'HOU', second: 'SEA', secondIsHome: null }],
  ])('N5 are both clubs of the game in %s', (line, game) =>
    expect(fieldsOfKind(fieldsOf(line), 'game').map(({ value }) => value)).toEqual([game]),
  )

  it('N5 are the opponent after a sign', () => {
    const fields = fieldsOf('Tom Whitfield', 'LAD - P', '@ New York Yankees')
    expect(fieldsOfKind(fields, 'opponent').map(({ value }) => value)).toEqual([
      { opponent: 'NYY', homeAway: 'AWAY' },
    ])
  })
})

describe('N5 an image printed in lower case', () => {
  it('N5 has the names and clubs of its players', () => {
    const lines = ['marcus bell', 'nyy - p', 'more 5.5 pitcher strikeouts']
    expect(namesOf(...lines)).toEqual(['Marcus Bell'])
    expect(fieldsOfKind(fieldsOf(...lines), 'team').map(({ value }) => value.team)).toEqual(['NYY'])
  })

  it('N5 is not assumed if other words have capitals', () =>
    expect(namesOf('Tom Whitfield', 'NYY - P', 'edit picks', 'More 5.5 Hits')).toEqual(['Tom Whitfield']))
})
