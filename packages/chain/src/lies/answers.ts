/** The parts that lies are made of. */
import type { Hex } from 'viem'
import type { Answer, Honest, Lie, LieKind, Reply, RpcRequest } from './lie.ts'

export type Block = Record<string, unknown> & { number: Hex; hash: Hex; parentHash: Hex; timestamp: Hex }
export type Log = Record<string, unknown> & { blockNumber: Hex; blockHash: Hex; transactionHash: Hex; logIndex: Hex }
export type Receipt = Record<string, unknown> & { logs: Log[] }

export const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

/** Gives the same answer to every question. */
export const always =
  (reply: Reply): Answer =>
  () =>
    reply

/** Answers the methods of the table, and leaves all others to the true chain. */
export const answering =
  (answers: Readonly<Record<string, Answer>>): Answer =>
  (request, honest) =>
    answers[request.method]?.(request, honest) ?? honest()

/** Changes the true result. `null` and errors stay as they are. */
export const changing =
  <T>(change: (result: T, request: RpcRequest) => unknown): Answer =>
  async (request, honest) => {
    const said = await honest()
    return 'error' in said || said.result === null ? said : { result: change(said.result as T, request) }
  }

export const blockMethods = ['eth_getBlockByNumber', 'eth_getBlockByHash']

/** Changes every block in the same way. */
export const changingBlocks = (change: (block: Block) => unknown): Answer => {
  const changed = changing(change)
  return answering(Object.fromEntries(blockMethods.map((method) => [method, changed])))
}

/**
 * Asks the true chain another question, and returns the result.
 *
 * @throws Error when the true chain refuses it.
 */
export async function resultOf<T>(honest: Honest, method: string, ...params: unknown[]): Promise<T> {
  const said = await honest({ method, params })
  if ('error' in said) throw new Error(said.error.message)
  return said.result as T
}

/** A lie as a row of a table: its name, its description, and a function that begins to tell it. */
export type LieRow = [name: string, describes: string, tell: Lie['tell']]

/** Makes the `tell` of a lie that keeps no state between questions. */
export const stateless = (answer: Answer) => (): Answer => answer

export const lies = (kind: LieKind, rows: readonly LieRow[]): Lie[] =>
  rows.map(([name, describes, tell]) => ({ name, kind, describes, tell }))
