import { causeOf } from '../cause-of.ts'

/** The result of one check of `tandem doctor`. The fields are those of the JSON answer. */
export interface Finding {
  /** The service, endpoint or account that was checked. */
  of: string
  check: string
  is_right: boolean
  found: string
}

/** Thrown by a check that found something wrong. Its message says what, and what to do. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
}

/**
 * Runs one check. It does not throw: an error is a finding.
 *
 * @param inspect returns what it found. It throws {@link CheckFailed} when something is wrong.
 */
export async function findingOf(of: string, check: string, inspect: () => Promise<string>): Promise<Finding> {
  try {
    return { of, check, is_right: true, found: await inspect() }
  } catch (error) {
    return {
      of,
      check,
      is_right: false,
      found: error instanceof CheckFailed ? error.message : `does not answer (${causeOf(error)})`,
    }
  }
}
