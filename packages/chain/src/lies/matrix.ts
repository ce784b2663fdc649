/** Which lies a suite plays, and what it makes of their outcomes. */
import { appendFileSync } from 'node:fs'
import { allLies } from './all-lies.ts'
import { type Layout, layouts } from './endpoints-with.ts'
import type { Lie } from './lie.ts'

export type Outcome = {
  /** True when the implementation believed something false. */
  fooled: boolean
  /** True when the implementation did not reach the true outcome within the limit. */
  stopped: boolean
  seconds: number
  /** The implementation's own words about what it waits for. */
  because?: string | undefined
}

/** A rule of docs/belief.md that an implementation is known to break today. */
export type Finding = Layout & { lie: string; is: 'fooled' | 'stopped' }

export type Play = { lie: Lie; layout: Layout }

/**
 * Which lies to test. `LIES` holds names separated by commas, or `all`; each of these lies is told in every layout, or
 * in those that `LIES_OF` and `LIES_AT` name. Without `LIES`, the lies of the sample are told by the first of three
 * endpoints.
 */
export function playsOf(sample: readonly string[], known: readonly Lie[] = allLies): [name: string, play: Play][] {
  const { LIES, LIES_OF, LIES_AT } = process.env
  const [of, at] = LIES === undefined ? ['3', 'first'] : [LIES_OF, LIES_AT]
  const named = LIES === undefined ? sample : LIES.split(',')
  const told = LIES === 'all' ? known : known.filter(({ name }) => named.includes(name))
  const laid = layouts.filter((one) => (of ?? `${one.of}`) === `${one.of}` && (at ?? one.at) === one.at)
  return told.flatMap((lie) => laid.map((layout): [string, Play] => [nameOf(lie, layout), { lie, layout }]))
}

/**
 * Milliseconds after which an outcome that did not come counts as stopped. The limit is long where the outcome has to
 * come, because the machine may be busy, and short where it need not come.
 */
export function limitOf(play: Play, known: Finding['is'] | undefined): number {
  const { LIES_LIMIT_SECS } = process.env
  if (LIES_LIMIT_SECS !== undefined) return Number(LIES_LIMIT_SECS) * 1_000
  return play.layout.of === 3 && known !== 'stopped' ? 90_000 : 6_000
}

const nameOf = ({ name, describes }: Lie, { of, at }: Layout) =>
  `${name} of ${of}, ${at}: an endpoint that ${describes}`

/**
 * Which rule of docs/belief.md an outcome breaks, if any. One liar among three endpoints must neither fool nor stop
 * the implementation. One among two must not fool it. A single endpoint cannot be checked, so nothing is required of
 * the outcome: the test only shows that the process survives.
 */
export function brokenRule({ fooled, stopped }: Outcome, { of }: Layout): Finding['is'] | undefined {
  if (of === 1) return undefined
  if (fooled) return 'fooled'
  return stopped && of === 3 ? 'stopped' : undefined
}

/** The rule of docs/belief.md that this test is known to break today, if any. */
export const knownIn = (findings: readonly Finding[], { lie, layout }: Play): Finding['is'] | undefined =>
  findings.find((one) => one.lie === lie.name && one.of === layout.of && one.at === layout.at)?.is

/** Appends an outcome to the file that `LIES_RESULTS` names. */
export function note(implementation: string, { lie, layout }: Play, outcome: Outcome): void {
  const file = process.env.LIES_RESULTS
  if (file === undefined) return
  const { name, kind, describes } = lie
  appendFileSync(file, `${JSON.stringify({ implementation, lie: name, kind, describes, ...layout, ...outcome })}\n`)
}
