import {
  type Box,
  boundingBox,
  distance,
  heightOf,
  median,
  middleOf,
  overlapX,
  overlapY,
  quantile,
  widthOf,
} from './geometry.ts'
import type { Component } from './ink.ts'
import type { Colour } from './raster.ts'

/** A line of text with its background and text colour. */
export interface ColouredLine extends LetterLine {
  backgroundColour: Colour
  textColour: Colour
}

/** A line of letters, before its colours and words are known. */
export interface LetterLine extends Box {
  /** Height of its capitals, in pixels. */
  capitalHeight: number
  /** Horizontal positions of points on the base line, in pixels from the left edge of the image. */
  points: number[]
  /** Boxes of its letters and marks. */
  letters: Box[]
  /** Parts that may be a button behind text of the other polarity. */
  buttons: Box[]
}

/** Largest size of a letter, in units of the usual letter height. Larger components are photos or frames. */
const TALLEST = 4
const WIDEST = 5
/** A component below this share of the usual height is a dot, a dash or a part of a letter. */
const SMALL = 0.55
/**
 * Largest gap between letters of a line, in heights of the smaller letter; and between a mark and its letter.
 */
const GAP = 0.95
const SMALL_GAP = 0.75

function mayBeLetter(component: Component, usual: number): boolean {
  const height = heightOf(component)
  const width = widthOf(component)
  const filled = component.area / (height * width)
  if (height > usual * TALLEST || width > usual * WIDEST || component.area < 3) return false
  const frame = width > height * 1.3 && height > usual * 1.6 && filled < 0.35
  return !frame && filled > 0.1
}

/**
 * Whether a component may be a button: wide and solid, unlike letters. The text on it is found separately.
 */
const isButton = (component: Component) =>
  widthOf(component) > 1.3 * heightOf(component) &&
  component.area > 0.72 * widthOf(component) * heightOf(component)

const hasSimilarHeight = (a: Box, b: Box) =>
  heightOf(a) < 2.3 * heightOf(b) && heightOf(b) < 2.3 * heightOf(a)

function follows(a: Box, b: Box): boolean {
  const shorter = Math.min(heightOf(a), heightOf(b))
  return hasSimilarHeight(a, b) && overlapY(a, b) > shorter * 0.5 && -overlapX(a, b) < shorter * GAP
}

/** Whether a dot or dash belongs to a letter next to, above or below it. */
function attachesTo(mark: Box, letter: Box): boolean {
  const height = heightOf(letter)
  const middle = middleOf(mark)
  return (
    middle > letter.y0 - height * 0.45 &&
    middle < letter.y1 + height * 0.3 &&
    -overlapX(mark, letter) < height * SMALL_GAP
  )
}

/** The letter nearest to a mark. */
function findNearest(mark: Box, letters: readonly Box[], isSmall: readonly boolean[]): Box | null {
  let nearest: Box | null = null
  for (const [index, letter] of letters.entries()) {
    if (isSmall[index] || !attachesTo(mark, letter)) continue
    if (!nearest || distance(mark, letter) < distance(mark, nearest)) nearest = letter
  }
  return nearest
}

/** Groups the indexes 0 to `count` − 1 by the transitive closure of `joined` (union-find). */
function groupParts(count: number, joined: (a: number, b: number) => boolean): number[][] {
  const parent = Array.from({ length: count }, (_, index) => index)
  const root = (index: number): number => {
    let at = index
    while (parent[at] !== at) at = parent[at] ?? at
    return at
  }
  for (let a = 0; a < count; a += 1)
    for (let b = a + 1; b < count; b += 1) if (joined(a, b)) parent[root(b)] = root(a)
  const groups = new Map<number, number[]>()
  for (let index = 0; index < count; index += 1)
    groups.set(root(index), [...(groups.get(root(index)) ?? []), index])
  return [...groups.values()]
}

/** Positions of points on the base line, which the recogniser tends to miss between large digits. */
function pointsOf(members: readonly Box[], tall: readonly Box[], capitalHeight: number): number[] {
  const base = median(tall.map(({ y1 }) => y1))
  return members
    .filter((one) => heightOf(one) < capitalHeight * 0.36 && widthOf(one) < capitalHeight * 0.4)
    .filter((one) => Math.abs(one.y1 - base) < capitalHeight * 0.16)
    .map(({ x0, x1 }) => (x0 + x1) / 2)
}

/**
 * Groups letters into lines.
 * @param usual usual letter height, in pixels
 */
export function findInkLines(components: readonly Component[], usual: number): LetterLine[] {
  const letters = components.filter((one) => mayBeLetter(one, usual)).toSorted((a, b) => a.x0 - b.x0)
  const isSmall = letters.map((one) => heightOf(one) < usual * SMALL)
  const nearest = letters.map((mark, index) => (isSmall[index] ? findNearest(mark, letters, isSmall) : null))
  // An accent between two lines belongs to the nearer one and must not join both.
  const belongs = (mark: number, letter: Box) => {
    const own = letters[mark]
    const near = nearest[mark]
    return Boolean(own && near && attachesTo(own, letter) && overlapY(near, letter) > 0.5 * heightOf(letter))
  }
  const groups = groupParts(letters.length, (a, b) => {
    const first = letters[a]
    const second = letters[b]
    if (!first || !second || (isSmall[a] && isSmall[b])) return false
    if (isSmall[a]) return belongs(a, second)
    return isSmall[b] ? belongs(b, first) : follows(first, second)
  })
  return groups.flatMap((group) => {
    const members = group.flatMap((index) => letters[index] ?? [])
    const tall = group.flatMap((index) => (isSmall[index] ? [] : (letters[index] ?? [])))
    if (!tall.length) return []
    const box = boundingBox(members)
    const capitalHeight = quantile(tall.map(heightOf), 0.8)
    const isSpeck = tall.length === 1 && capitalHeight < usual * 0.9
    if (isSpeck || heightOf(box) > capitalHeight * 2.4) return []
    return [
      {
        ...box,
        capitalHeight,
        points: pointsOf(members, tall, capitalHeight),
        letters: members,
        buttons: tall.filter(isButton),
      },
    ]
  })
}
