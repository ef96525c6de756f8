import { gradeEra } from '@propsight/shared/domain'

/** CSS class of an ERA's grade; undefined for an average or unknown ERA. */
export function eraGrade(era: number | null): string | undefined {
  const grade = gradeEra(era)
  return grade ? `u-${grade}` : undefined
}
