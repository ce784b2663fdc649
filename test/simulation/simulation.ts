import { Checker, type Violation } from './check.ts'
import { makeGreedyMaker } from './greedy-maker.ts'
import { jsonAnswer } from './net-messages.ts'
import { type Plan, type Program, programs } from './plan.ts'
import { startProgram } from './programs.ts'
import { beginRivals } from './rival-makers.ts'
import { startMs } from './simulated-globals.ts'
import { users as accounts, ports, type Stage } from './stage.ts'
import { outside, type Process } from './timeline.ts'
import { runApplication, type UserSwap, userSwap } from './users.ts'
import { World } from './world.ts'

export interface Outcome {
  violations: readonly Violation[]
  hash: string
  lines: readonly string[]
  swaps: { name: string; outcome: string }[]
  /** The last status of each order. */
  orders: string[]
  simulatedSecs: number
  /** The processor time of this process, in seconds. */
  cpuSecs: number
}

/** Milliseconds after the start at which every swap must have ended. */
const longestMs = 45 * 60_000

/** Plays a plan to its end. */
export async function simulate(
  stage: Stage,
  plan: Plan,
  { keepsLines = false, onBegin }: { keepsLines?: boolean; onBegin?: (world: World) => void } = {},
): Promise<Outcome> {
  const beganCpu = process.cpuUsage()
  const world = new World(stage, plan, keepsLines)
  onBegin?.(world)
  await world.begin()
  world.addressOf = (program) => `127.0.0.1:${ports[program as Program]}`
  const users = plan.swaps.map((swap, index) =>
    userSwap(`user${index + 1}`, swap, accounts[index] as (typeof accounts)[number]),
  )
  const checker = new Checker(world, users)
  const isOver = { now: false }
  world.onSent = (chain, { data, from }) => void checker.onSent(chain, data, from)
  if (plan.maker === 'greedy') letIn(world, users, checker)
  beginRivals(world)
  world.onOutcome = (user, outcome) => void checker.checkOutcome(user, outcome)
  world.onBlock = () => {
    const check = () => {
      if (checker.check()) isOver.now = true
    }
    world.timeline.in(0, check, outside)
  }
  const processes = populate(world, users, checker)
  const end = await world.timeline.run({
    untilMs: startMs + longestMs,
    isOver: () => isOver.now || checker.violations.length > 0,
  })
  if (checker.violations.length === 0) await checker.checkEnd(end === 'over')
  for (const process of processes.values()) world.timeline.kill(process)
  return {
    violations: checker.violations,
    hash: world.traceHash(),
    lines: world.lines,
    swaps: users.map(({ name, outcome }) => ({ name, outcome: outcome ?? 'running' })),
    orders: checker.statuses(),
    simulatedSecs: Math.round(world.sinceStartMs / 1000),
    cpuSecs: (process.cpuUsage(beganCpu).user + process.cpuUsage(beganCpu).system) / 1e6,
  }
}

/** Lets a greedy maker in, and with it a relayer that takes secrets and does nothing. */
function letIn(world: World, users: readonly UserSwap[], checker: Checker): void {
  const maker = makeGreedyMaker(world, users)
  world.onSent = (chain, { data, from }) => {
    void checker.onSent(chain, data, from)
    void maker.learn(data)
  }
  world.onReorganized = (chain, transactions) => maker.takeBack(chain, transactions)
  maker.begin()
  if (world.plan.relayer !== 'silent') return
  world.network.intercept = ({ method, url, body }) => {
    const isOfClaims = url.port === String(ports.relayer) && url.pathname.startsWith('/claims')
    if (!isOfClaims || method !== 'POST') return undefined
    world.note('the silent relayer takes a secret')
    void maker.learn(body)
    return jsonAnswer(JSON.stringify(claimAnswer(JSON.parse(body) as { order_id: string })), 202)
  }
}

const claimAnswer = ({ order_id }: { order_id: string }) => ({
  status: 'Success',
  result: { claim_id: '00000000-0000-4000-8000-000000000000', order_id, status: 'queued' },
})

/** Starts every program and every user, and crashes and restarts them as the plan says. */
function populate(world: World, users: readonly UserSwap[], checker: Checker): Map<string, Process> {
  const { timeline, plan } = world
  const processes = new Map<string, Process>()
  const stopped = new Set<string>()
  const start = (name: string, run: () => Promise<void>) => {
    if (stopped.has(name)) return
    const process = timeline.start(name)
    processes.set(name, process)
    world.note(`${name} starts`)
    const end = (error: Error) => {
      const why = error.message.split('\n')[0] ?? ''
      world.note(`${name} ends: ${why}`)
      checker.checkStart(name, why)
      timeline.kill(process)
      timeline.in(3_000, () => start(name, run), outside)
    }
    timeline.in(0, () => void run().catch(end), process)
  }
  const runs = new Map<string, () => Promise<void>>()
  for (const program of programs) runs.set(program, () => startProgram(world, program))
  for (const user of users) runs.set(user.name, () => runApplication(world, user))
  for (const program of programs)
    timeline.in(
      program === 'orderbook' ? 0 : 50,
      () => start(program, runs.get(program) as () => Promise<void>),
      outside,
    )
  for (const user of users)
    timeline.in(2_000 + user.plan.startMs, () => start(user.name, runs.get(user.name) as () => Promise<void>), outside)
  world.stop = (name) => {
    stopped.add(name)
    const process = processes.get(name)
    if (process !== undefined) timeline.kill(process)
  }
  const crash = (name: string, downMs: number) => {
    const process = processes.get(name)
    if (process?.isAlive !== true || users.find((user) => user.name === name)?.outcome !== undefined) return
    world.note(`${name} crashes`)
    timeline.kill(process)
    timeline.in(downMs, () => start(name, runs.get(name) as () => Promise<void>), outside)
  }
  for (const fault of plan.faults) {
    if (fault.kind !== 'crash') continue
    const names = fault.who === 'user' ? users.map(({ name }) => name) : [fault.who]
    for (const name of names) timeline.in(fault.atMs, () => crash(name, fault.downMs), outside)
  }
  const restless = (name: string) => {
    crash(name, 500)
    timeline.in(plan.restlessMs, () => restless(name), outside)
  }
  if (plan.restlessMs > 0) for (const { name } of users) timeline.in(plan.restlessMs, () => restless(name), outside)
  return processes
}
