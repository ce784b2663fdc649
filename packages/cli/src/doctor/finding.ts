import { causeOf } from '../cause-of.ts'

/** One check of `tandem doctor`. */
export interface Finding {
  /** The service or the endpoint that was checked. */
  of: string
  check: string
  is_right: boolean
  found: string
}

/** A check that found something wrong says so by this error, with what to do. */
export class Missing extends Error {
  override readonly name = 'Missing'
}

/**
 * Runs one check.
 *
 * @param inspect returns what it found, and throws what is wrong.
 */
export async function findingOf(of: string, check: string, inspect: () => Promise<string>): Promise<Finding> {
  try {
    return { of, check, is_right: true, found: await inspect() }
  } catch (error) {
    return {
      of,
      check,
      is_right: false,
      found: error instanceof Missing ? error.message : `does not answer (${causeOf(error)})`,
    }
  }
}
