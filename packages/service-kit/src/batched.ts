import DataLoader from 'dataloader'
import pLimit from 'p-limit'

export interface BatchedOptions<In, Out> {
  /** Answers in order. */
  doMany: (inputs: readonly In[]) => Promise<readonly Out[]>
  maxRunning: number
  maxInputs: number
}

/**
 * Joins callers of the same moment, and callers that come while others are under way. A failure fails all callers of a
 * group.
 */
export function batched<In, Out>({ doMany, ...limits }: BatchedOptions<In, Out>): (input: In) => Promise<Out> {
  const loader = loaderOf<In, Out, unknown>(doMany, limits, { cache: false })
  return (input) => loader.load(input)
}

/** A batch is sent, and takes no further inputs, once fewer than `maxRunning` others are under way. */
export function loaderOf<In, Out, Key>(
  doMany: BatchedOptions<In, Out>['doMany'],
  { maxRunning, maxInputs }: Omit<BatchedOptions<In, Out>, 'doMany'>,
  cache: Pick<DataLoader.Options<In, Out, Key>, 'cache' | 'cacheKeyFn' | 'cacheMap'>,
): DataLoader<In, Out, Key> {
  const limit = pLimit(maxRunning)
  let sent: Promise<unknown> | undefined
  return new DataLoader<In, Out, Key>(
    (inputs) => {
      const answers = doMany(inputs)
      sent = answers.catch(() => undefined)
      return answers
    },
    {
      ...cache,
      maxBatchSize: maxInputs,
      batchScheduleFn: (send) => {
        void limit(() => {
          sent = undefined
          send()
          return sent
        })
      },
    },
  )
}
