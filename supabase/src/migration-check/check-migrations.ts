import type { AlterTableCmd, ColumnDef, GrantStmt, Node } from 'libpg-query'
import { parse } from 'libpg-query'
import {
  applyStatement,
  copySurface,
  describeBrokenCall,
  droppedNames,
  emptySurface,
  nameOf,
  type Surface,
} from './surface.ts'

/** Changes that do not affect an API of an older release. */
const HARMLESS_COMMANDS: readonly string[] = [
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_DropConstraint',
  'AT_ValidateConstraint',
  'AT_SetStatistics',
  'AT_SetStorage',
]
const HARMLESS_STATEMENTS: readonly string[] = [
  'CreateStmt',
  'CreateFunctionStmt',
  'CreateTrigStmt',
  'CreateSeqStmt',
  'CreateEnumStmt',
  'CommentStmt',
  'InsertStmt',
  'UpdateStmt',
  'SelectStmt',
  'VariableSetStmt',
]
const HARMLESS_DROPS: readonly string[] = ['OBJECT_INDEX', 'OBJECT_TRIGGER', 'OBJECT_FUNCTION']

const constraintsOf = ({ constraints = [] }: ColumnDef) =>
  constraints.flatMap((node) => ('Constraint' in node ? (node.Constraint.contype ?? []) : []))

function judgeCommand(table: string, { subtype, name, def }: AlterTableCmd): string | null {
  if (subtype === 'AT_AddColumn') {
    if (!def || !('ColumnDef' in def)) return null
    const kinds = constraintsOf(def.ColumnDef)
    const filled = kinds.some((kind) => /DEFAULT|IDENTITY|GENERATED/.test(kind))
    return kinds.includes('CONSTR_NOTNULL') && !filled
      ? `${table}.${def.ColumnDef.colname} is required and has no default: the API of the last release cannot insert rows`
      : null
  }
  // A command without a definition drops the default.
  if (subtype === 'AT_ColumnDefault' && !def) return `${table}.${name} loses its default`
  if (HARMLESS_COMMANDS.includes(subtype ?? '')) return null
  return `${table}: ${subtype} ${name ?? ''}`.trimEnd()
}

const grantedOn = ({ objects = [] }: GrantStmt): string[] =>
  objects.map((object) => {
    if ('RangeVar' in object) return object.RangeVar.relname ?? ''
    return 'ObjectWithArgs' in object ? nameOf(object.ObjectWithArgs.objname) : nameOf([object])
  })

/**
 * Describes why a statement breaks the API of the last release, or returns null. Signatures of functions are
 * compared separately (`describeBrokenCall`); the effects of their bodies are tested by running that API.
 * @param released tables and functions that the API can use
 * @param made functions that this file creates again: their rights are granted again, too
 */
function findBreakingChange(statement: Node, released: Surface, made: ReadonlySet<string>): string | null {
  const isOld = (table: string | undefined) => table !== undefined && released.tables.has(table)
  if ('AlterTableStmt' in statement) {
    const { relation, cmds = [] } = statement.AlterTableStmt
    const table = relation?.relname ?? ''
    if (!isOld(table)) return null
    const found = cmds.flatMap((node) =>
      'AlterTableCmd' in node ? (judgeCommand(table, node.AlterTableCmd) ?? []) : [],
    )
    return found.length > 0 ? found.join('; ') : null
  }
  if ('DropStmt' in statement) {
    const { removeType = '', objects } = statement.DropStmt
    if (HARMLESS_DROPS.includes(removeType)) return null
    const names = droppedNames(objects)
    if (removeType === 'OBJECT_TABLE' && !names.some(isOld)) return null
    return `drops ${removeType.replace('OBJECT_', '').toLowerCase()} ${names.join(', ')}`
  }
  if ('RenameStmt' in statement) {
    const { renameType = '', relation, subname } = statement.RenameStmt
    const harmlessTypes = ['OBJECT_INDEX', 'OBJECT_POLICY', 'OBJECT_TABCONSTRAINT', 'OBJECT_TRIGGER']
    if (harmlessTypes.includes(renameType) || (relation && !isOld(relation.relname))) return null
    return `renames ${renameType.replace('OBJECT_', '').toLowerCase()} ${subname ?? relation?.relname ?? ''}`
  }
  if ('GrantStmt' in statement) {
    if (statement.GrantStmt.is_grant) return null
    const old = grantedOn(statement.GrantStmt).filter(
      (name) => (released.tables.has(name) || released.functions.has(name)) && !made.has(name),
    )
    return old.length > 0 ? `revokes rights on ${old.join(', ')}` : null
  }
  if ('CreatePolicyStmt' in statement) {
    const { table, permissive, policy_name } = statement.CreatePolicyStmt
    return permissive || !isOld(table?.relname)
      ? null
      : `${table?.relname}: policy '${policy_name}' restricts access further`
  }
  if ('AlterPolicyStmt' in statement) {
    const { table, policy_name } = statement.AlterPolicyStmt
    return isOld(table?.relname) ? `${table?.relname}: policy '${policy_name}' changes` : null
  }
  if ('IndexStmt' in statement) {
    const { unique, relation, idxname } = statement.IndexStmt
    return unique && isOld(relation?.relname)
      ? `${relation?.relname}: '${idxname}' makes values unique`
      : null
  }
  const [kind = 'nothing'] = Object.keys(statement)
  return HARMLESS_STATEMENTS.includes(kind) ? null : `${kind}: its effect cannot be determined`
}

/**
 * Triggers on tables of the auth service that a statement drops by their names. Only the owner of a table may, and a
 * hosted project belongs to another role.
 */
function findForeignDrops(statement: Node): string[] {
  if (!('DropStmt' in statement) || statement.DropStmt.removeType !== 'OBJECT_TRIGGER') return []
  return (statement.DropStmt.objects ?? []).flatMap((object) => {
    const [schema, table, trigger] =
      'List' in object ? (object.List.items ?? []).map((item) => nameOf([item])) : []
    return schema === 'auth'
      ? [`drops trigger ${trigger} on auth.${table}: replace it, or drop its function`]
      : []
  })
}

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
 * that is already released. Also finds what a hosted project would refuse.
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
    for (const what of statements.flatMap(({ node }) => findForeignDrops(node)))
      findings.push({ file: file.name, what })
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
