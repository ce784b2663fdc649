import type { State } from './world.ts'

/** A step in words, and what it does to a chain. */
export interface Step {
  readonly text: string
  readonly order?: number
  /** Whether a stranger does this for others. No run may rely on such a step. */
  readonly isByStranger?: boolean
  readonly chain?:
    | { readonly kind: 'create' | 'claim' | 'cancel' | 'consent'; readonly vault: number }
    | { readonly kind: 'reorg'; readonly chain: number }
    | { readonly kind: 'tick'; readonly blocks: readonly [boolean, boolean] }
}

export type Change = (next: State) => void
export type Emit = (step: Step, change: Change, isUrgent?: boolean) => void
