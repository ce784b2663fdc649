import type { Hex } from 'viem'

/** A question of JSON-RPC, without its number. */
export type RpcRequest = { method: string; params: readonly unknown[] }

export type LieKind = 'silent' | 'slow' | 'refusing' | 'lying' | 'bomb'

export type RpcError = { code: number; message: string; data?: unknown }

/** A result or an error of the true chain. */
export type Said = { result: unknown } | { error: RpcError }

/** An answer of HTTP, in place of one of JSON-RPC. With `endless`, the connection stays open after the body. */
export type HttpReply = {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
  endless?: true
}

/** `json` is the text of a result, for what `JSON.stringify` cannot write. `hang` keeps the connection open; `cut` ends it. */
export type Reply = Said | { json: string } | HttpReply | 'hang' | 'cut'

/** Asks the true chain: the same question, or another one. */
export type Honest = (request?: RpcRequest) => Promise<Said>

export type Answer = (request: RpcRequest, honest: Honest) => Promise<Reply> | Reply

/** Facts of a test from which liars make what they say. */
export type Scene = {
  /** Another history of the same chain, with the same id and contracts, and other escrows. */
  shadow: (request: RpcRequest) => Promise<Said>
  /** A log that no transaction has made. */
  log: { address: Hex; topics: readonly Hex[]; data: Hex }
  /** How long the implementation under test waits for an answer. */
  limitMs: number
}

/** A way in which an endpoint fails its users, as data. */
export type Lie = {
  name: string
  kind: LieKind
  /** A plain sentence whose subject is the endpoint. */
  describes: string
  /** Makes the memory of an endpoint that tells the lie, and its answers from that memory. */
  tell: (scene: Scene) => Answer
}
