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
export function batched<In, Out>({
  doMany,
  maxRunning,
  maxInputs,
}: BatchedOptions<In, Out>): (input: In) => Promise<Out> {
  type Waiting = { input: In; resolve: (output: Out) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let running = 0
  let isStarting = false

  async function run(batch: readonly Waiting[]): Promise<void> {
    running += 1
    try {
      const outputs = await doMany(batch.map(({ input }) => input))
      if (outputs.length !== batch.length) throw new Error(`${outputs.length} answers to ${batch.length} questions`)
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Out)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      start()
    }
  }

  function start(): void {
    if (isStarting) return
    isStarting = true
    queueMicrotask(() => {
      isStarting = false
      while (running < maxRunning && waiting.length > 0) void run(waiting.splice(0, maxInputs))
    })
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      start()
    })
}
