import { accountLies } from './account-lies.ts'
import { blockLies } from './block-lies.ts'
import { bombLies } from './bomb-lies.ts'
import type { Lie } from './lie.ts'
import { logLies } from './log-lies.ts'
import { refusingLies } from './refusing-lies.ts'
import { silentLies } from './silent-lies.ts'
import { stateLies } from './state-lies.ts'

/** Every lie that was ever found, once. */
export const allLies: readonly Lie[] = [
  ...silentLies,
  ...refusingLies,
  ...blockLies,
  ...logLies,
  ...stateLies,
  ...accountLies,
  ...bombLies,
]

/** @throws Error when there is no lie of this name. */
export function lieNamed(name: string): Lie {
  const found = allLies.find((lie) => lie.name === name)
  if (found === undefined) throw new Error(`there is no lie ${name}`)
  return found
}
