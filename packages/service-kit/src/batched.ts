import DataLoader from 'dataloader'
import pLimit from 'p-limit'

export interface BatchedOptions<In, Out> {
  /** Must answer in the order of the inputs. */
  doMany: (inputs: readonly In[]) => Promise<readonly Out[]>
  maxRunning: number
  maxInputs: number
}

/**
 * Makes a function that does the work of several callers in one batch: of those that call in the
 * same moment, and of those that call while `maxRunning` other batches are under way. When a batch
 * fails, each of its callers gets the error.
 */
export function batched<In, Out>({ doMany, ...limits }: BatchedOptions<In, Out>): (input: In) => Promise<Out> {
  const loader = loaderOf<In, Out, unknown>(doMany, limits, { cache: false })
  return (input) => loader.load(input)
}

/** Sends a batch once fewer than `maxRunning` others are under way. Until then it takes further inputs. */
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
