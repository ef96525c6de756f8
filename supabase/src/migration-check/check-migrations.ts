import { type Node, parse } from 'libpg-query'
import { findBreakingChange } from './judge-statement.ts'
import {
  applyStatement,
  copySurface,
  describeBrokenCall,
  emptySurface,
  nameOf,
  type Surface,
} from './surface.ts'

/** Fourteen digits. */
const VERSION = /^\d{14}/
/**
 * Marks a file that removes what an earlier, released file has made unneeded: `-- contract of 20261128182700:
 * why`.
 */
const CONTRACTION = /^--[ \t]*contract of (\d{14}):[ \t]*\S/m
/**
 * Marks a statement as compatible with the last release, with a reason: `-- beside the last release: why`.
 */
const COMPATIBLE = /--[ \t]*beside the last release:[ \t]*\S/

export interface MigrationFile {
  /** `20261128182700_decided_parlays.sql` */
  name: string
  sql: string
}

export interface Finding {
  file: string
  what: string
}

interface Statement {
  node: Node
  /** Comments before the statement. */
  lead: string
}

async function parseStatements(sql: string): Promise<Statement[]> {
  const { stmts = [] } = await parse(sql)
  // The parser reports positions in bytes.
  const bytes = Buffer.from(sql)
  let end = 0
  return stmts.flatMap(({ stmt, stmt_location: at = 0, stmt_len: length }) => {
    const lead = bytes.subarray(end, at).toString()
    end = length === undefined ? bytes.length : at + length
    return stmt ? [{ node: stmt, lead }] : []
  })
}

const createdFunctions = (statements: readonly Statement[]) =>
  new Set(
    statements.flatMap(({ node }) =>
      'CreateFunctionStmt' in node ? [nameOf(node.CreateFunctionStmt.funcname)] : [],
    ),
  )

/** Functions that the API of the last release could no longer call after a file. */
function brokenFunctions(released: Surface, before: Surface, after: Surface): string[] {
  return [...released.functions].flatMap(([name, shapes]) => {
    const [oldShape] = shapes
    if (!oldShape || !before.functions.has(name)) return []
    const newShapes = after.functions.get(name) ?? []
    const [newShape] = newShapes
    if (!newShape) return [`drops function ${name}`]
    if (newShapes.length > shapes.length)
      return [`${name} has ${newShapes.length} overloads: a call with named arguments matches more than one`]
    const reason = shapes.length === 1 ? describeBrokenCall(oldShape, newShape) : null
    return reason ? [`${name} ${reason}`] : []
  })
}

const versionOf = ({ name }: MigrationFile): string => VERSION.exec(name)?.[0] ?? ''

/**
 * Finds changes in the migrations after the last release that would break its API, which still runs while
 * they are applied. A file may remove something only when it is marked as the contraction of an earlier file
 * that is already released.
 * @param last version of the newest migration of the last release
 * @returns the incompatible changes; empty when there are none
 * @throws SqlError for a file that PostgreSQL cannot parse
 */
export async function checkMigrations(files: readonly MigrationFile[], last: string): Promise<Finding[]> {
  const surface = emptySurface()
  let released = surface
  const findings: Finding[] = []
  for (const file of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const statements = await parseStatements(file.sql)
    const before = copySurface(surface)
    for (const { node } of statements) applyStatement(surface, node)
    if (versionOf(file) <= last) {
      released = copySurface(surface)
      continue
    }
    const contracts = CONTRACTION.exec(file.sql)?.[1]
    if (contracts !== undefined) {
      const expanded = files.some((other) => versionOf(other) === contracts)
      if (!expanded || contracts > last)
        findings.push({
          file: file.name,
          what: `is the contraction of ${contracts}, which is not part of a release yet`,
        })
      continue
    }
    const made = createdFunctions(statements)
    const broken = statements.flatMap(({ node, lead }) =>
      COMPATIBLE.test(lead) ? [] : (findBreakingChange(node, released, made) ?? []),
    )
    for (const what of [...broken, ...brokenFunctions(released, before, surface)])
      findings.push({ file: file.name, what })
  }
  return findings
}
